export interface Identity {
  /** The user ID: the token's `sub`. */
  readonly subject: string;
  readonly name?: string;
}

export interface IdentityVerifier {
  /**
   * Returns the identity of the token's owner; undefined when the token is not valid now or has another issuer
   * (decision 1.7).
   */
  verify(token: string): Promise<Identity | undefined>;
}

/** Generates secrets and computes their digests. */
export interface Secrets {
  /** Returns 128 random bits as 32 lowercase hex characters. */
  generateRandom(): string;
  /** Returns a secret for signing webhooks (Standard Webhooks 1.0): `whsec_` and the base64 of 32 random bytes. */
  generateSigningSecret(): string;
  /** Returns a keyed digest (with the pepper of the service), which is deterministic and not reversible. */
  computeDigest(secret: string): string;
}

/** Encrypts short texts, so that access to the store alone does not reveal them. */
export interface SecretCipher {
  /**
   * @param text well-formed.
   * @param purpose what the text belongs to, such as an ID; decryption needs the same purpose.
   * @returns base64, different for every call.
   */
  encrypt(text: string, purpose: string): string;
  /** @throws Error when this service did not encrypt it for this purpose, or when it was changed. */
  decrypt(ciphertext: string, purpose: string): string;
}
