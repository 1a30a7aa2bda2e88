export { BuiltInMemoryClassifier } from "./built-in-memory-classifier.js";
export { BuiltInSummariser } from "./built-in-summariser.js";
export * from "./search/index.js";
