import { expect } from "chai";
import { checkWebhookUrl } from "../../../src/domain/webhook/webhook-url.js";
import { expectDomainError } from "../../support/domain-errors.js";

const strict = { isPlainHttpAllowed: false };
const lenient = { isPlainHttpAllowed: true };

const good = [
  "https://garden.example",
  "https://garden.example/",
  "HTTPS://Garden.Example./hook/@me;a=b,c?x=%20&y[]=(1)",
  "https://garden.example?x=1",
  "https://xn--grten-dua.example:8443/hook",
  "https://my_host.internal/hook",
  "https://203.0.113.7/hook",
  "https://[2001:db8::1]:65535/hook",
];

const bad = [
  "",
  "garden.example",
  "/hook",
  "//garden.example/hook",
  "ftp://garden.example/",
  "javascript:alert(1)",
  "https:garden.example",
  "https:///hook",
  "https://",
  "https://:443/",
  "https://.garden.example/",
  "https://garden..example/",
  "https://ada@garden.example/",
  "https://ada:secret@garden.example/",
  "https://@garden.example/",
  "https://garden.example:65536/",
  "https://garden.example:123456/",
  "https://garden.example:/",
  "https://garden.example/#part",
  "https://garden.example/a b",
  " https://garden.example/",
  "https://garden.example/\n",
  "https://garden.example/a\u0000",
  "https://garden.example\\@evil.example/",
  "https://garden.example/\\evil",
  "https://gärten.example/",
  "https://ｇarden.example/",
  "https://garden。example/",
  "https://garden.example/ä",
  "https://%67arden.example/",
  "https://[::1/",
  "https://::1/",
  "https://[fe80::1%25eth0]/",
];

describe("checkWebhookUrl", () => {
  it("accepts an absolute https URL in ASCII", () => {
    for (const url of good) {
      expect(() => checkWebhookUrl(url, strict), url).not.to.throw();
      expect(URL.canParse(url), url).to.equal(true);
    }
  });

  it("rejects ambiguous URLs, even where plain HTTP is allowed", () => {
    for (const url of bad) {
      expect(expectDomainError("invalid", () => checkWebhookUrl(url, strict)).message, url).to.equal(
        "webhookUrl must be an absolute https URL in ASCII, without user or fragment",
      );
      expectDomainError("invalid", () => checkWebhookUrl(url, lenient));
    }
  });

  it("accepts plain HTTP only where it is allowed", () => {
    checkWebhookUrl("http://127.0.0.1:3000/hook", lenient);
    checkWebhookUrl("https://garden.example/", lenient);
    expectDomainError("invalid", () => checkWebhookUrl("http://127.0.0.1:3000/hook", strict));
    expect(expectDomainError("invalid", () => checkWebhookUrl("ftp://a/", lenient)).message).to.include(
      "http or https URL",
    );
  });

  it("rejects long invalid URLs without backtracking", () => {
    for (const part of ["a.", "a", "-.", ":", "["]) {
      expectDomainError("invalid", () => checkWebhookUrl(`https://${part.repeat(200_000)}!`, strict));
    }
  });
});
