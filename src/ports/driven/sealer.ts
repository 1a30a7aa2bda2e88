/** Keeps short texts so that nobody who has the store alone can read them. */
export interface Sealer {
  /**
   * @param text well-formed.
   * @param purpose what it is sealed for, such as the id of what it belongs to: it is opened for that alone.
   * @returns base64, another one every time.
   */
  seal(text: string, purpose: string): string;
  /** @throws Error when it was not sealed by this service for this purpose, or was changed since. */
  open(sealed: string, purpose: string): string;
}
