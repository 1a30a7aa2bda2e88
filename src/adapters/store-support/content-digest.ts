import { hash } from "node:crypto";

/**
 * Finds a content in an index without its text.
 * @param contentKey a content's folded text. By its code units, so that no two keys are written the same.
 */
export function contentDigest(contentKey: string): Uint8Array {
  return hash("sha256", Buffer.from(contentKey, "utf16le"), "buffer");
}
