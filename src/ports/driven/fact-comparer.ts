/** Judges whether one fact about a person can be the news of another. */
export interface FactComparer {
  /**
   * @param earlier what was known.
   * @param later what a summariser says takes its place.
   * @returns whether both are about the same person and subject, in whatever language.
   */
  isSameSubject(earlier: string, later: string): Promise<boolean>;
}
