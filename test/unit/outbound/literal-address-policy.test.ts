import { expect } from "chai";
import { AddressFilter, LiteralAddressPolicy, resolveName } from "../../../src/adapters/outbound/index.js";
import { checkWebhookUrl } from "../../../src/domain/webhook/webhook-url.js";
import { hostileUrls } from "../../support/hostile-urls.js";
import { expectDomainError } from "../../support/domain-errors.js";
import { anOutboundClient, anOutboundRequest } from "../../support/outbound-client.js";

const policy = new LiteralAddressPolicy(new AddressFilter());
const withPort = (url: string): string => url.replaceAll("PORT", "8443");
/** Names that only a resolver can judge. */
const hasNameToResolve = (url: string): boolean => /\.(?:example|internal)/.test(url);

describe("The literal address policy", () => {
  it("rejects every spelling of a forbidden address, and the names of the local host", () => {
    const literal = hostileUrls.forbidden_address.filter((url) => !hasNameToResolve(url));
    expect(literal.length).to.be.greaterThan(80);
    for (const url of literal) expect(policy.getRejection(withPort(url)), url).to.equal("forbidden_address");
  });

  it("distinguishes an invalid URL from a forbidden address", () => {
    for (const url of hostileUrls.invalid_url) expect(policy.getRejection(withPort(url)), url).to.equal("invalid_url");
  });

  it("accepts public addresses and all other names without resolving them", () => {
    for (const url of [
      "https://93.184.216.34/hook",
      "https://[2606:4700::1111]:8443/hook",
      "https://garden.example/hook",
      "https://private.example/hook",
      "https://localhost.example/",
      "https://notlocalhost/",
      "https://127.0.0.1.example/",
    ]) {
      expect(policy.getRejection(url), url).to.equal(undefined);
    }
  });

  it("accepts addresses that the settings allow, including local host names", () => {
    const lenient = new LiteralAddressPolicy(new AddressFilter(["127.0.0.0/8", "::1", "10.1.0.0/16"]));
    for (const host of ["127.0.0.1", "0x7f.1", "[::1]", "localhost", "app.localhost", "10.1.2.3"]) {
      expect(lenient.getRejection(`http://${host}:8090/`), host).to.equal(undefined);
    }
    for (const host of ["10.2.0.1", "[::2]", "192.168.0.1"]) {
      expect(lenient.getRejection(`http://${host}:8090/`), host).to.equal("forbidden_address");
    }
  });

  for (const allowed of ["127.0.0.0/8", "::1"]) {
    it(`rejects local host names if only ${allowed} is allowed, as the outbound client does`, async () => {
      const url = "http://localhost:8090/";
      expect(new LiteralAddressPolicy(new AddressFilter([allowed])).getRejection(url)).to.equal("forbidden_address");
      const client = anOutboundClient({ allowed: [allowed], resolve: resolveName });
      const result = await client.post(anOutboundRequest(url));
      expect(result).to.deep.equal({ kind: "failed", reason: "forbidden_address" });
    });
  }

  it("names the field with the rejected address", () => {
    const webhooks = { isPlainHttpAllowed: false, getRejection: (url: string) => policy.getRejection(url) };
    expect(expectDomainError("invalid", () => checkWebhookUrl("https://10.0.0.1/", webhooks, "url")).message).to.equal(
      "url must not be a private, local or otherwise reserved address",
    );
    for (const url of ["http://garden.example/", "https://256.256.256.256/", "https://garden.example:0/"]) {
      expect(expectDomainError("invalid", () => checkWebhookUrl(url, webhooks)).message, url).to.equal(
        "webhookUrl must be an absolute https URL in ASCII, without user or fragment",
      );
    }
  });
});
