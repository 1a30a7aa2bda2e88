import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { Sealer } from "../../ports/driven/sealer.js";

const ALGORITHM = "aes-256-gcm";
/** In bytes, as NIST SP 800-38D wants them. */
const NONCE = 12;
const TAG = 16;

/**
 * AES-256-GCM under one key, with a random nonce for each text (good for 2^32 of them); the purpose is authenticated
 * with it. What is sealed is nonce, ciphertext and tag in base64.
 */
export class AesGcmSealer implements Sealer {
  /** @param key 32 bytes, the same in every process on one store, and used for nothing else. */
  constructor(private readonly key: Uint8Array) {}

  seal(text: string, purpose: string): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG }).setAAD(Buffer.from(purpose));
    const sealed = [nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString("base64");
  }

  open(sealed: string, purpose: string): string {
    const bytes = Buffer.from(sealed, "base64");
    if (bytes.length < NONCE + TAG) throw new Error("What is to be opened was not sealed");
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, NONCE), { authTagLength: TAG })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString("utf8");
  }
}
