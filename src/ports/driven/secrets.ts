/** Decisions 1.1 and 1.2. */
export interface Secrets {
  /** 128 random bits as 32 lowercase hex characters. */
  random(): string;
  /** A keyed digest under the service's pepper: the same for the same secret, and no way back. */
  digest(secret: string): string;
}
