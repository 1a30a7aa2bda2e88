import { hash } from "node:crypto";

/**
 * Returns the digest by which an index finds a content without storing its text. It hashes UTF-16 code units, because
 * UTF-8 would encode different unpaired surrogates alike.
 * @param contentKey the normalised text (`normalizeText`).
 */
export function computeContentDigest(contentKey: string): Uint8Array {
  return hash("sha256", Buffer.from(contentKey, "utf16le"), "buffer");
}
