import type { MemoryCategory } from "../../../domain/memory/memory-category.js";

export interface LanguageDetector {
  /**
   * @param texts the parts of one text, in order.
   * @returns the ISO 639-1 code of the main language; undefined when the detection is uncertain, for example for a few
   *   words.
   */
  detect(texts: readonly string[]): Promise<string | undefined>;
}

/** Decides whether one fact about a person can be an update of another. */
export interface FactComparer {
  /**
   * @param earlier the known fact.
   * @param later the fact that supersedes it according to a summariser.
   * @returns whether both are about the same person and subject, in whatever language.
   */
  isSameSubject(earlier: string, later: string): Promise<boolean>;
}

export interface MemoryClassifier {
  /** Returns the category of a memory that was added without one. */
  classify(content: string): Promise<MemoryCategory>;
}
