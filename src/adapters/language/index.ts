export { BuiltInFactComparer } from "./built-in-fact-comparer.js";
export { BuiltInLanguageDetector } from "./built-in-language-detector.js";
export { BuiltInMemoryClassifier } from "./built-in-memory-classifier.js";
export { BuiltInWriter } from "./built-in-writer.js";
export { BuiltInSummariser } from "./built-in-summariser.js";
export {
  languageThread,
  ThreadedLanguageDetector,
  ThreadedSummariser,
  type ThreadRunner,
} from "./threaded-language.js";
export type { LogisticWeights } from "./text/logistic-classifier.js";
export { RequestClassifier } from "./tasks/request-classifier.js";
