import { expect } from "chai";
import { getLocale, locales } from "../../../../src/adapters/nlp/locales/index.js";
import { PhraseList } from "../../../../src/adapters/nlp/locales/locale.js";

describe("A locale", () => {
  it("is there for seven languages, also with a region, and for no other", () => {
    expect(locales().map(({ code }) => code)).to.have.members(["de", "en", "es", "fr", "it", "nl", "pt"]);
    expect(getLocale("pt-BR")?.code).to.equal("pt");
    expect(getLocale("fi")).to.equal(undefined);
  });

  it("knows the forms of its verbs", () => {
    expect(getLocale("de")?.findVerb("vertrage")?.verb.thirdPerson).to.equal("verträgt");
    expect(getLocale("es")?.findVerb("llamo")?.verb.infinitive).to.equal("llamar");
    expect([...(getLocale("nl")?.findVerb("belt")?.forms ?? [])]).to.include("third");
  });

  it("does not take a function word for a verb whose accent is left out", () => {
    expect(getLocale("pt")?.findVerb("e")).to.equal(undefined);
    expect(getLocale("fr")?.findVerb("à")).to.equal(undefined);
  });

  for (const locale of locales()) {
    it(`has all lists for ${locale.code}`, () => {
      expect(locale.pronouns.firstSubject.size).to.be.greaterThan(0);
      expect(locale.categories.size).to.be.greaterThan(100);
      expect(locale.isKnown([...locale.pronouns.firstSubject][0] ?? "")).to.equal(true);
    });
  }

  it("finds the longest of its phrases", () => {
    const phrases = new PhraseList(["i need", "i need to", "you"]);
    const words = ["and", "i", "need", "to", "go"];
    expect(phrases.matchLength(words, 1)).to.equal(3);
    expect(phrases.matchLength(words, 0)).to.equal(0);
    expect(phrases.matchLength(words, 9)).to.equal(0);
  });
});
