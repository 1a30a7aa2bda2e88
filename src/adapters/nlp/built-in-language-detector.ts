import type { LanguageDetector } from "../../ports/driven/models/text-classifiers.js";
import { detectLanguage } from "./text/language-detection.js";

/** Detects languages by their character n-grams (Nito-ELD): no model, no network. */
export class BuiltInLanguageDetector implements LanguageDetector {
  detect(texts: readonly string[]): Promise<string | undefined> {
    return detectLanguage(texts);
  }
}
