export type { CallPorts } from "./calls.js";
export { ChatClient } from "./chat-client.js";
export { EmbeddingClient, type EmbeddingEndpoint } from "./embedding-client.js";
export type { Endpoint } from "./endpoint.js";
export { LlmSummariser, type LlmSummariserOptions } from "./llm-summariser.js";
export { LlmAnswerer, type LlmAnswererOptions } from "./llm-answerer.js";
export { Semaphore } from "./semaphore.js";
export { SharedTurns, type SharedTurnsPorts } from "./shared-turns.js";
export type { Turns } from "./turns.js";
