import { createHmac, randomBytes } from "node:crypto";
import { expect } from "chai";
import { HmacSecrets } from "../../../src/adapters/system/index.js";

describe("Secrets", () => {
  const pepper = randomBytes(32);
  const secrets = new HmacSecrets(pepper);

  it("have 128 random bits as 32 lowercase hexadecimal digits", () => {
    const some = Array.from({ length: 1000 }, () => secrets.generateRandom());
    expect(new Set(some)).to.have.length(1000);
    for (const secret of some) expect(secret).to.match(/^[0-9a-f]{32}$/);
  });

  it("for webhook signing have 256 random bits in Base64 after a prefix", () => {
    const some = Array.from({ length: 1000 }, () => secrets.generateSigningSecret());
    expect(new Set(some)).to.have.length(1000);
    for (const secret of some) {
      expect(secret).to.match(/^whsec_/);
      expect(Buffer.from(secret.slice("whsec_".length), "base64")).to.have.length(32);
    }
  });

  it("are digested by HMAC-SHA-256 with the pepper", () => {
    expect(secrets.computeDigest("s")).to.equal(createHmac("sha256", pepper).update("s").digest("hex"));
    expect(new HmacSecrets(pepper).computeDigest("s")).to.equal(secrets.computeDigest("s"));
    expect(new HmacSecrets(randomBytes(32)).computeDigest("s")).not.to.equal(secrets.computeDigest("s"));
  });
});
