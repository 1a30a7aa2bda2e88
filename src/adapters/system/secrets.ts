import { createHmac, randomBytes, createCipheriv, createDecipheriv } from "node:crypto";
import type { Secrets, SecretCipher } from "../../ports/driven/runtime/credentials.js";

/** Generates random secrets, and digests secrets with HMAC-SHA-256 under the service's pepper (decision 1.2). */
export class HmacSecrets implements Secrets {
  /** @param pepper at least 32 bytes, the same in every process on one store. */
  constructor(private readonly pepper: Uint8Array) {}

  generateRandom(): string {
    return randomBytes(16).toString("hex");
  }

  generateSigningSecret(): string {
    return `whsec_${randomBytes(32).toString("base64")}`;
  }

  /** @returns 64 lowercase hexadecimal characters. */
  computeDigest(secret: string): string {
    return createHmac("sha256", this.pepper).update(secret, "utf8").digest("hex");
  }
}

const CIPHER_ALGORITHM = "aes-256-gcm";
/** The length of the nonce that NIST SP 800-38D recommends. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts with AES-256-GCM under one key, with a random nonce for each text (safe for 2^32 texts) and the purpose as
 * additional authenticated data. A ciphertext is nonce, encrypted text and tag in base64.
 */
export class AesGcmSecretCipher implements SecretCipher {
  /** @param key 32 bytes, the same in every process on one store, and used for nothing else. */
  constructor(private readonly key: Uint8Array) {}

  encrypt(text: string, purpose: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER_ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(
      Buffer.from(purpose),
    );
    const parts = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(parts).toString("base64");
  }

  decrypt(ciphertext: string, purpose: string): string {
    const bytes = Buffer.from(ciphertext, "base64");
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error("The ciphertext is too short");
    const decipher = createDecipheriv(CIPHER_ALGORITHM, this.key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
  }
}
