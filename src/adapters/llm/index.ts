export type { ConcurrencyLimiter, ModelCallPorts } from "./client/model-call-guard.js";
export { ChatClient } from "./client/chat-client.js";
export { EmbeddingClient, type EmbeddingEndpointOptions } from "./client/embedding-client.js";
export type { ModelEndpointOptions } from "./client/model-endpoint.js";
export { LlmTextGenerator, type LlmTextGeneratorOptions } from "./llm-text-generator.js";
export { LlmSummariser, type LlmSummariserOptions } from "./llm-summariser.js";
export { LlmAnswerGenerator, type LlmAnswerGeneratorOptions } from "./llm-answer-generator.js";
