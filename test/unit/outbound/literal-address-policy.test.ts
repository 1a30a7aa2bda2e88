import { expect } from "chai";
import { AddressFilter, LiteralAddressPolicy } from "../../../src/adapters/outbound/index.js";
import { checkWebhookUrl } from "../../../src/domain/webhook-url.js";
import { hostileUrls } from "../../support/hostile-urls.js";
import { refusal } from "../../support/refusals.js";

const policy = new LiteralAddressPolicy(new AddressFilter());
const withPort = (url: string): string => url.replaceAll("PORT", "8443");
/** Names that only a resolver can judge. */
const hasNameToResolve = (url: string): boolean => /\.(?:example|internal)/.test(url);

describe("the policy for literal addresses", () => {
  it("refuses every spelling of an address that is never called, and the names of this machine", () => {
    const literal = hostileUrls.forbidden_address.filter((url) => !hasNameToResolve(url));
    expect(literal.length).to.be.greaterThan(80);
    for (const url of literal) expect(policy.refusalOf(withPort(url)), url).to.equal("forbidden_address");
  });

  it("distinguishes an invalid URL from a forbidden address", () => {
    for (const url of hostileUrls.invalid_url) expect(policy.refusalOf(withPort(url)), url).to.equal("invalid_url");
  });

  it("accepts public addresses and all other names, which it does not resolve", () => {
    for (const url of [
      "https://93.184.216.34/hook",
      "https://[2606:4700::1111]:8443/hook",
      "https://garden.example/hook",
      "https://private.example/hook",
      "https://localhost.example/",
      "https://notlocalhost/",
      "https://127.0.0.1.example/",
    ]) {
      expect(policy.refusalOf(url), url).to.equal(undefined);
    }
  });

  it("accepts what the settings allow, this machine's names included", () => {
    const lenient = new LiteralAddressPolicy(new AddressFilter(["127.0.0.0/8", "10.1.0.0/16"]));
    for (const host of ["127.0.0.1", "0x7f.1", "localhost", "app.localhost", "10.1.2.3"]) {
      expect(lenient.refusalOf(`http://${host}:8090/`), host).to.equal(undefined);
    }
    for (const host of ["10.2.0.1", "[::1]", "192.168.0.1"]) {
      expect(lenient.refusalOf(`http://${host}:8090/`), host).to.equal("forbidden_address");
    }
  });

  it("names the field of the address that it refuses", () => {
    const webhooks = { allowsPlainHttp: false, refusalOf: (url: string) => policy.refusalOf(url) };
    expect(refusal("invalid", () => checkWebhookUrl("https://10.0.0.1/", webhooks, "url")).message).to.equal(
      "url must not be a private, local or otherwise reserved address",
    );
    for (const url of ["http://garden.example/", "https://256.256.256.256/", "https://garden.example:0/"]) {
      expect(refusal("invalid", () => checkWebhookUrl(url, webhooks)).message, url).to.equal(
        "webhook_url must be an absolute https URL in ASCII, without user or fragment",
      );
    }
  });
});
