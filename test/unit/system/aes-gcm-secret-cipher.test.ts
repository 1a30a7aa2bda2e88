import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { AesGcmSecretCipher } from "../../../src/adapters/system/index.js";
import { secretCipherContract } from "../../../src/testing/index.js";

describe("The AES-256-GCM cipher", () => {
  secretCipherContract({ describe, it }, () =>
    Promise.resolve({ subject: new AesGcmSecretCipher(randomBytes(32)), close: () => Promise.resolve() }),
  );

  it("decrypts text that another instance encrypted with the same key, and no other", () => {
    const key = randomBytes(32);
    const sealed = new AesGcmSecretCipher(key).encrypt("text", "app");
    expect(new AesGcmSecretCipher(key).decrypt(sealed, "app")).to.equal("text");
    expect(() => new AesGcmSecretCipher(randomBytes(32)).decrypt(sealed, "app")).to.throw();
  });

  it("rejects a key of another length", () => {
    expect(() => new AesGcmSecretCipher(randomBytes(16)).encrypt("text", "app")).to.throw();
  });
});
