import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { AesGcmSealer } from "../../../src/adapters/system/index.js";
import { sealerContract } from "../../../src/testing/index.js";

describe("AES-256-GCM", () => {
  sealerContract({ describe, it }, () =>
    Promise.resolve({ subject: new AesGcmSealer(randomBytes(32)), close: () => Promise.resolve() }),
  );

  it("opens what another process has sealed under the same key, and nothing that was sealed under another", () => {
    const key = randomBytes(32);
    const sealed = new AesGcmSealer(key).seal("text", "app");
    expect(new AesGcmSealer(key).open(sealed, "app")).to.equal("text");
    expect(() => new AesGcmSealer(randomBytes(32)).open(sealed, "app")).to.throw();
  });

  it("takes no key of another length", () => {
    expect(() => new AesGcmSealer(randomBytes(16)).seal("text", "app")).to.throw();
  });
});
