import { createHash } from "node:crypto";

/** As `Embedding.digest`. */
export function embeddingDigest(content: string): string {
  return createHash("sha256").update(content, "utf16le").digest("hex");
}
