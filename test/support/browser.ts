import { createECDH, randomBytes, type ECDH } from "node:crypto";
import { decrypt } from "http_ece";
import type { BrowserKeys } from "../../src/domain/push-target.js";

/** A browser that has registered: it alone can read what is pushed to it. */
export class Browser {
  readonly keys: BrowserKeys;
  private readonly pair: ECDH;

  constructor() {
    this.pair = createECDH("prime256v1");
    this.keys = {
      p256dh: this.pair.generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    };
  }

  /** @throws Error for what was encrypted for another one. */
  read(body: Buffer): unknown {
    const options = { version: "aes128gcm", privateKey: this.pair, authSecret: this.keys.auth } as const;
    return JSON.parse(decrypt(body, options).toString()) as unknown;
  }
}
