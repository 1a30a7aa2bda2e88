export { ChatClient, type ChatEndpoint } from "./chat-client.js";
export { LlmSummariser, type LlmSummariserOptions } from "./llm-summariser.js";
export { LlmAnswerer, type LlmAnswererOptions } from "./llm-answerer.js";
