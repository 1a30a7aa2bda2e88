/** Decisions 1.1, 1.2 and 9.4. */
export interface Secrets {
  /** 128 random bits as 32 lowercase hex characters. */
  random(): string;
  /** What webhooks are signed with (Standard Webhooks 1.0): `whsec_` and the base64 of 32 random bytes. */
  signing(): string;
  /** A keyed digest under the service's pepper: the same for the same secret, and no way back. */
  digest(secret: string): string;
}
