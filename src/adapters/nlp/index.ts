export { BuiltInFactComparer } from "./built-in-fact-comparer.js";
export { BuiltInLanguageDetector } from "./built-in-language-detector.js";
export { BuiltInMemoryClassifier } from "./built-in-memory-classifier.js";
export { BuiltInSummariser } from "./built-in-summariser.js";
export { BuiltInTextGenerator } from "./built-in-text-generator.js";
export { nlpThread, ThreadedLanguageDetector, ThreadedSummariser, type ThreadRunner } from "./threaded-nlp.js";
