import { createHmac, randomBytes } from "node:crypto";
import { expect } from "chai";
import { KeyedSecrets } from "../../../src/adapters/system/index.js";

describe("secrets", () => {
  const pepper = randomBytes(32);
  const secrets = new KeyedSecrets(pepper);

  it("are 128 random bits as 32 lowercase hex characters", () => {
    const some = Array.from({ length: 1000 }, () => secrets.random());
    expect(new Set(some)).to.have.length(1000);
    for (const secret of some) expect(secret).to.match(/^[0-9a-f]{32}$/);
  });

  it("that webhooks are signed with are 256 random bits in base64 after their prefix", () => {
    const some = Array.from({ length: 1000 }, () => secrets.signing());
    expect(new Set(some)).to.have.length(1000);
    for (const secret of some) {
      expect(secret).to.match(/^whsec_/);
      expect(Buffer.from(secret.slice("whsec_".length), "base64")).to.have.length(32);
    }
  });

  it("have a digest by HMAC-SHA-256 under the pepper", () => {
    expect(secrets.digest("s")).to.equal(createHmac("sha256", pepper).update("s").digest("hex"));
    expect(new KeyedSecrets(pepper).digest("s")).to.equal(secrets.digest("s"));
    expect(new KeyedSecrets(randomBytes(32)).digest("s")).not.to.equal(secrets.digest("s"));
  });
});
