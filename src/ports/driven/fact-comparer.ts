/** Decides whether one fact about a person can be an update of another. */
export interface FactComparer {
  /**
   * @param earlier the known fact.
   * @param later the fact that supersedes it according to a summariser.
   * @returns whether both are about the same person and subject, in whatever language.
   */
  isSameSubject(earlier: string, later: string): Promise<boolean>;
}
