import { expect } from "chai";
import fc from "fast-check";
import { sanitizeProactiveText } from "../../../src/domain/notification/prompt.js";
import { findHostNames } from "../../support/find-host-names.js";
import { createPromptInjections } from "../../support/prompt-injections.js";

const TEMPLATE = "Remind them to drink; see https://app.example/water?a=1 or help.app.example.";
const sendable = (written: string, variables: Readonly<Record<string, string>> = {}, template = TEMPLATE) =>
  sanitizeProactiveText(written, { template, variables: new Map(Object.entries(variables)) });

/** What a reader's program would open. */
const opens = /:\/\/|www\.|javascript:|data:|mailto:|tel:|sms:|file:|magnet:|\[[^\]]*\]\(|<\w|xn--/i;
const unseen = /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/u;

/** Names that a reader's program makes a link of, also where they are glued together by what has no width. */
const linkable = (text: string): string[] =>
  [...findHostNames(text.replace(/\u034f|\u200c|\u200d|[\ufe00-\ufe0f]|[\u115f\u1160\u3164\uffa0]/g, ""))].filter(
    (host) => /\.(?:\p{L}{2,24}|xn--[a-z0-9-]+)$|^\d+(?:\.\d+){3}$/u.test(host),
  );

describe("sanitizeProactiveText", () => {
  it("returns one line without invisible characters", () => {
    expect(sendable(" Drink\n\n water\u202e now\u0007 \u{e0041}")).to.equal("Drink water now");
  });

  it("returns undefined for fewer than five characters", () => {
    for (const text of ["", " ", "1234", "🌱🌱🌱🌱", "  1234 \n", "\ufeff1234\u200b"]) {
      expect(sendable(text), text).to.equal(undefined);
    }
    expect(sendable("12345")).to.equal("12345");
    expect(sendable("🌱🌱🌱🌱🌱")).to.equal("🌱🌱🌱🌱🌱");
  });

  it("keeps URLs of the app's prompt and removes other URLs of the same host", () => {
    expect(sendable("Go to https://app.example/water?a=1.")).to.equal("Go to https://app.example/water?a=1.");
    expect(sendable("Ask help.app.example today")).to.equal("Ask help.app.example today");
    for (const other of [
      "https://app.example/water?a=2",
      "https://app.example/water",
      "http://app.example/water?a=1",
      "https://app.example/water?a=1&leak=Ada",
      "https://app.example:8443/water?a=1",
      "https://ada@app.example/water?a=1",
      "https://app.example.evil.example/water?a=1",
      "https://help.app.example/",
    ]) {
      expect(sendable(`Go there: ${other}`), other).not.to.match(opens);
    }
  });

  for (const trick of [
    "https://evil.example/x",
    "HTTPS://EVIL.EXAMPLE",
    "//evil.example/x",
    "evil.example/x?q=Ada",
    "evil.example:8080/x",
    "www.evil.example",
    "[water](https://evil.example)",
    "![water](https://evil.example/p.png?d=Ada)",
    "[[water](https://evil.example/1)](https://evil.example/2)",
    '[water]( https://evil.example "t")',
    "<https://evil.example>",
    "<a href=https://evil.example>water</a>",
    "<img src=//evil.example/p.png>",
    "ht\u200btps://evil.example",
    "https\u202e://evil.example",
    "https:\u2060//evil.example",
    "hthttps://a/tps://evil.example",
    "https://evil\u3002example/x",
    "https://ｅｖｉｌ.example/x",
    "https://xn--80ak6aa92e.example/",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html;base64,PHNjcmlwdD4=",
    "mailto:mallory@evil.example",
    "tel:+19001234",
    "ftp://evil.example/x",
    "https://[::1]/x",
    "http://2130706433/",
    "app-scheme://open?x=Ada",
    "1https://2130706433/x",
    "_https://localhost/x",
    "ht\u200dtps:\u200c//evil.example/x",
    "ht{{user_chat}}tps://evil.example",
    "https:/{{x}}/evil.example/x",
  ]) {
    it(`removes a URL that the prompt does not contain: ${JSON.stringify(trick)}`, () => {
      const text = sendable(`Drink water ${trick} now`) ?? "";
      expect(text).to.match(/^Drink water/);
      expect(text).not.to.match(opens);
      expect(linkable(text)).to.deep.equal([]);
    });
  }

  for (const host of [
    "evil.example",
    "Evil.Example",
    "evil。example",
    "evil．example",
    "xn--e1afmkfd.xn--p1ai",
    "пример.рф",
    "evil\u200b.example",
    "evil\u200d.example",
    "evil\u200c.\u200cexample",
    "evil.\u2060example",
    "evil\ufe0f.example",
    "evil\u034f.example",
    "e\u00advil.example",
    "evil\u3164.example",
    "ev\u200dil\u200c.exa\ufe0fmple",
    "10.9.8.7",
    "mallory@evil.example",
  ]) {
    it(`removes a host name that the prompt does not contain: ${JSON.stringify(host)}`, () => {
      const text = sendable(`Drink water at ${host} now`) ?? "";
      expect(linkable(text), text).to.deep.equal([]);
      expect(text).to.match(/^Drink water at /);
    });
  }

  it("keeps joiners where a script or an emoji needs them", () => {
    for (const text of ["می\u200cخواهم آب بنوشم", "क्\u200dष पानी पियो", "Water, 👩‍💻 and ❤️ 1️⃣"]) {
      expect(sendable(text)).to.equal(text);
    }
  });

  it("removes placeholders unless a variable contains them", () => {
    expect(sendable("Drink {{user_chat}} water {{ x }}")).to.equal("Drink water");
    expect(sendable("Drink {{{{user_chat}}user_chat}} water")).to.equal("Drink water");
    expect(sendable("Drink {\u200b{user_chat}\u200b} water")).to.equal("Drink water");
    const said = { user_facts: "Writes {{user_chat}} on envelopes" };
    expect(sendable("You write {{user_chat}} on envelopes {{user_name}}", said)).to.equal(
      "You write {{user_chat}} on envelopes",
    );
  });

  it("truncates the text to 500 characters and sanitizes the result again", () => {
    expect(sendable("🌱".repeat(501))).to.equal("🌱".repeat(500));
    const cut = sendable(`${"x".repeat(480)} https://app.example/water?a=1`);
    expect(cut).to.equal("x".repeat(480));
    expect(sendable(`${"x ".repeat(245)}help.app.example`)).not.to.include("help.app");
  });

  it("removes everything harmful from prompt injections, wherever they are cut", () => {
    for (const { text, family } of createPromptInjections()) {
      const units = Array.from(text.slice(0, 4_000).toWellFormed());
      for (let from = 0; from < units.length; from += 300) {
        const said = units.slice(from, from + 450).join("");
        const sent = sendable(`Drink water. ${said}`) ?? "";
        expect(sent, `${family}: ${said}`).not.to.match(opens).and.not.match(unseen);
        expect(Array.from(sent).length).to.be.at.most(500);
        for (const host of linkable(sent))
          expect(findHostNames(TEMPLATE).has(host), `${host} in ${sent}`).to.equal(true);
      }
    }
  });

  it("is idempotent and returns well-formed text for any input", () => {
    const part = fc.constantFrom(
      "https://",
      "evil.example",
      "app.example",
      "/water?a=1",
      "{{",
      "}}",
      "user_chat",
      "[",
      "](",
      ")",
      "<a ",
      ">",
      "\u200b",
      "\u200d",
      "\u202e",
      ".",
      "。",
      " ",
      "www.",
      "\ud800",
      "🌱",
      "javascript:",
      "x",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ unit: "binary" })), { maxLength: 60 }), (parts) => {
        const text = sendable(parts.join(""));
        if (text === undefined) return;
        expect(sendable(text)).to.equal(text);
        expect(text.isWellFormed()).to.equal(true);
        expect(text).not.to.match(unseen);
        expect(text.replaceAll("https://app.example/water?a=1", "")).not.to.match(/https?:\/\/[^\s/]/);
      }),
      { numRuns: 2_000 },
    );
  });
});
