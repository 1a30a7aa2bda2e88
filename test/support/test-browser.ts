import { createECDH, randomBytes, type ECDH } from "node:crypto";
import { decrypt } from "http_ece";
import type { BrowserKeys } from "../../src/domain/notification/push-target.js";

/** A browser with a push subscription: only it can decrypt messages for it. */
export class TestBrowser {
  readonly keys: BrowserKeys;
  private readonly keyPair: ECDH;

  constructor() {
    this.keyPair = createECDH("prime256v1");
    this.keys = {
      p256dh: this.keyPair.generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    };
  }

  /** @throws Error for a message that was encrypted for another browser. */
  decryptMessage(body: Buffer): unknown {
    const options = { version: "aes128gcm", privateKey: this.keyPair, authSecret: this.keys.auth } as const;
    return JSON.parse(decrypt(body, options).toString()) as unknown;
  }
}
