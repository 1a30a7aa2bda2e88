export interface LanguageDetector {
  /**
   * @param texts the parts of one text, in order.
   * @returns the ISO 639-1 code of the main language; undefined when the detection is uncertain, for example for a few
   *   words.
   */
  detect(texts: readonly string[]): Promise<string | undefined>;
}
