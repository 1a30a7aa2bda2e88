export interface LanguageDetector {
  /**
   * @param texts the parts of one text, in order.
   * @returns the ISO 639-1 code of the language that most of it is written in; undefined when that is not certain, as
   *   for a few words.
   */
  detect(texts: readonly string[]): Promise<string | undefined>;
}
