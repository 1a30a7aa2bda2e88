import { expect } from "chai";
import { tokenizeText } from "../../../src/adapters/text-analysis/tokenizer.js";

const termsOf = (text: string): string[] =>
  tokenizeText(text)
    .filter(({ isContent }) => isContent)
    .map(({ term }) => term);
const namesIn = (text: string): string[] =>
  tokenizeText(text)
    .filter(({ spelling }) => spelling === "name")
    .map(({ term }) => term);

describe("tokenizeText", () => {
  it("returns stems and omits stop words", () => {
    expect(termsOf("She was running the marathons")).to.deep.equal(["run", "marathon"]);
  });

  it("keeps every form of negation", () => {
    for (const text of ["does not eat", "doesn't eat", "never eats", "eats nothing", "can’t eat"]) {
      expect(termsOf(text), text).to.have.members(["not", "eat"]);
    }
  });

  it("normalizes numbers", () => {
    for (const text of ["25", "twenty-five", "twenty five", "25th", "025"])
      expect(termsOf(text), text).to.deep.equal(["25"]);
    for (const text of ["21", "twenty-one", "Twenty-One", "twenty one", "21st"])
      expect(termsOf(text), text).to.deep.equal(["21"]);
    for (const text of ["twenty. One of them", "20 one", "twenty, one of them", "one twenty"])
      expect(termsOf(text), text).to.deep.equal(["20"]);
    expect(termsOf("1,200 at 7:30 and 3.5")).to.deep.equal(["1200", "7:30", "3.5"]);
  });

  it("normalizes numeric dates like written ones", () => {
    expect(termsOf("2024-03-07")).to.have.members(termsOf("7 March 2024"));
    for (const date of ["03.05.2019", "3.5.2019", "2019-05-03", "May 3rd, 2019", "on 3.5.2019."])
      expect(termsOf(date), date).to.have.members(termsOf("3 May 2019"));
    for (const other of ["3.13.2019", "32.5.2019", "2019-05-32", "1.2.3"])
      expect(termsOf(other)).to.deep.equal([other]);
  });

  it("recognizes names by capitals within a sentence, a possessive or a speaker label", () => {
    expect(namesIn("Yesterday Ana met Bo. Then they left")).to.deep.equal(["ana", "bo"]);
    expect(namesIn("Ana's house")).to.deep.equal(["ana"]);
    expect(namesIn("Ana: I am home")).to.deep.equal(["ana"]);
    expect(namesIn("Bread is good")).to.deep.equal([]);
  });

  it("ignores accents and case", () => {
    expect(termsOf("Café MÜNCHEN")).to.deep.equal(termsOf("cafe munchen"));
  });

  it("does not treat words of other languages as English", () => {
    for (const [text, content] of [
      ["Die Kinder wollen einen Hamster.", 3],
      ["Der Rat war gut", 2],
      ["Mein Chef heißt Anton", 2],
      ["J'ai acheté une voiture", 2],
      ["Mi madre vive en Lisboa", 3],
      ["Il mio cane dorme con noi", 2],
      ["O meu pai é médico", 2],
      ["Ik woon in Gent", 2],
    ] as const) {
      const terms = termsOf(text);
      expect(terms, text).to.have.lengthOf(content);
      for (const term of terms) expect(termsOf("rat chef hamster pain"), text).not.to.include(term);
    }
  });

  it("treats other text as English, even with foreign names", () => {
    expect(termsOf("Die Hard was on")).to.deep.equal(["die", "hard"]);
    expect(termsOf("Maria de la Cruz moved to Los Angeles")).to.include("move");
    expect(termsOf("He said ich liebe dich to her")).to.include("sai");
    expect(termsOf("Hamster")).to.deep.equal(["hamster"]);
  });

  it("is independent of case, even for letters without a simple counterpart", () => {
    for (const [one, other] of [
      ["Straße", "STRASSE"],
      ["STRAẞE", "straße"],
      ["İSTANBUL", "ıstanbul"],
      ["ΟΔΟΣ", "οδος"],
      ["ﬁne", "FINE"],
    ] as const)
      expect(termsOf(one), one).to.deep.equal(termsOf(other));
  });

  it("splits at apostrophes and drops elided articles", () => {
    expect(termsOf("l'Opéra d’été")).to.deep.equal(termsOf("opera ete"));
    expect(termsOf("İstanbul'da")).to.deep.equal(["istanbul", "da"]);
    expect(termsOf("O'Brien's rock'n'roll")).to.deep.equal(["brien", "rock", "roll"]);
  });

  it("returns bigrams and single characters for scripts without spaces", () => {
    expect(termsOf("東京都")).to.deep.equal(["東京", "京都", "東", "京", "都"]);
    expect(termsOf("すし")).to.deep.equal(["すし"]);
    expect(termsOf("고양이")).to.deep.equal(["고양", "양이", "고", "양", "이"]);
  });

  it("splits where the script changes", () => {
    expect(termsOf("我用Postgres15的")).to.deep.equal(["我用", "我", "用", ...termsOf("Postgres15"), "的"]);
    expect(termsOf("TypeScript를")).to.deep.equal([...termsOf("TypeScript"), "를"]);
    expect(termsOf("לPython")).to.deep.equal(["ל", ...termsOf("Python")]);
    expect(termsOf("٣٤ 12")).to.deep.equal(["٣٤", "12"]);
  });

  it("returns emoji as a whole and in parts", () => {
    expect(termsOf("🎸")).to.deep.equal(["🎸"]);
    expect(termsOf("🇩🇪🇫🇷 1️⃣")).to.deep.equal(["🇩🇪", "🇫🇷", "1⃣"]);
    expect(termsOf("👍🏽")).to.deep.equal(["👍🏽", "👍"]);
    expect(termsOf("👩‍💻")).to.deep.equal(["👩‍💻", "👩", "💻"]);
    expect(termsOf("❤️")).to.deep.equal(termsOf("❤"));
  });

  it("shortens very long terms but keeps them distinct", () => {
    const long = ["a".repeat(60_000), `${"a".repeat(60_000)}b`, "1".repeat(60_000), "?!".repeat(30_000)];
    const terms = long.flatMap((text) => termsOf(text));
    expect(new Set(terms).size).to.equal(long.length);
    for (const term of terms) expect(term.length).to.be.lessThan(60);
  });

  it("returns the text itself when it has no words, and nothing for a blank text", () => {
    expect(termsOf(" ?! ")).to.deep.equal(["?!"]);
    expect(tokenizeText(" \n")).to.deep.equal([]);
  });
});
