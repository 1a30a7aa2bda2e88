/** Declarations for this untyped package, as far as tests use it. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  export function decrypt(
    encrypted: Buffer,
    options: { version: "aes128gcm"; privateKey: ECDH; authSecret: string },
  ): Buffer;
}
