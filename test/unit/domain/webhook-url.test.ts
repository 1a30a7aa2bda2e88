import { expect } from "chai";
import { checkWebhookUrl } from "../../../src/domain/webhook-url.js";
import { refusal } from "../../support/refusals.js";

const strict = { allowsPlainHttp: false };
const lenient = { allowsPlainHttp: true };

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

describe("a webhook's address", () => {
  it("is an absolute https URL in ASCII", () => {
    for (const url of good) {
      expect(() => checkWebhookUrl(url, strict), url).not.to.throw();
      expect(URL.canParse(url), url).to.equal(true);
    }
  });

  it("is refused in all that can be misread, also where plain HTTP is allowed", () => {
    for (const url of bad) {
      expect(refusal("invalid", () => checkWebhookUrl(url, strict)).message, url).to.equal(
        "webhook_url must be an absolute https URL in ASCII, without user or fragment",
      );
      refusal("invalid", () => checkWebhookUrl(url, lenient));
    }
  });

  it("is one of plain HTTP where that is allowed, and there alone", () => {
    checkWebhookUrl("http://127.0.0.1:3000/hook", lenient);
    checkWebhookUrl("https://garden.example/", lenient);
    refusal("invalid", () => checkWebhookUrl("http://127.0.0.1:3000/hook", strict));
    expect(refusal("invalid", () => checkWebhookUrl("ftp://a/", lenient)).message).to.include("http or https URL");
  });

  it("is judged as quickly when it is long and wrong", () => {
    for (const part of ["a.", "a", "-.", ":", "["]) {
      refusal("invalid", () => checkWebhookUrl(`https://${part.repeat(200_000)}!`, strict));
    }
  });
});
