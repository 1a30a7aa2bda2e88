import { createHmac, randomBytes } from "node:crypto";
import type { Secrets } from "../../ports/driven/secrets.js";

/** Secrets by the platform's random source, digests by HMAC-SHA-256 under the service's pepper. Decisions 1.1, 1.2, 9.4. */
export class KeyedSecrets implements Secrets {
  /** @param pepper at least 32 bytes, the same in every process on one store. */
  constructor(private readonly pepper: Uint8Array) {}

  random(): string {
    return randomBytes(16).toString("hex");
  }

  signing(): string {
    return `whsec_${randomBytes(32).toString("base64")}`;
  }

  /** 64 lowercase hex characters. */
  digest(secret: string): string {
    return createHmac("sha256", this.pepper).update(secret, "utf8").digest("hex");
  }
}
