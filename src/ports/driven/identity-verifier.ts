export interface Identity {
  /** The user id: the token's `sub`. */
  readonly subject: string;
  readonly name?: string;
}

export interface IdentityVerifier {
  /** Who the token speaks for; undefined when it is not one of ours, or not valid now (decision 1.7). */
  verify(token: string): Promise<Identity | undefined>;
}
