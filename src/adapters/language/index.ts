export { BuiltInMemoryClassifier } from "./built-in-memory-classifier.js";
export { BuiltInWriter } from "./built-in-writer.js";
export { BuiltInSummariser } from "./built-in-summariser.js";
export { RequestClassifier, type RequestWeights } from "./request-classifier.js";
export * from "./search/index.js";
