export { BuiltInMemoryClassifier } from "./built-in-memory-classifier.js";
export { BuiltInWriter } from "./built-in-writer.js";
export { BuiltInSummariser } from "./built-in-summariser.js";
export type { LogisticWeights } from "./text/logistic-classifier.js";
export { RequestClassifier } from "./tasks/request-classifier.js";
export * from "./search/index.js";
