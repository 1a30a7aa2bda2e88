import { expect } from "chai";
import { loadEverydayInputs, parseEverydayInputs } from "../../../bench/everyday/everyday-inputs.js";

const header = "@ kind=note; language=en; user=Nora Lindqvist; start=2026-03-04 09:10; zone=Europe/Berlin";

describe("Everyday inputs", () => {
  it("are parsed with their text and the lines to keep", () => {
    const [input] = parseEverydayInputs(
      `# a-1\n${header}\n| Buy milk\n|\n| Dinner with Ana on Saturday at 7\n= task user: Buy milk | due 2026-03-05\n` +
        "=? task Ana: Book a table\n= event: Dinner with Ana | 2026-03-07 19:00 <- Dinner with Ana on Saturday at 7\n" +
        "= memory: Knows Ana <- Ana\n",
    );
    expect(input).to.deep.equal({
      id: "a-1",
      kind: "note",
      language: "en",
      userName: "Nora Lindqvist",
      start: "2026-03-04 09:10",
      timeZone: "Europe/Berlin",
      text: "Buy milk\n\nDinner with Ana on Saturday at 7",
      turns: [],
      kept: [
        { kind: "task", text: "Buy milk", time: "2026-03-05", isOptional: false, evidence: null },
        { kind: "task", text: "Ana: Book a table", time: null, isOptional: true, evidence: null },
        {
          kind: "event",
          text: "Dinner with Ana",
          time: "2026-03-07 19:00",
          isOptional: false,
          evidence: "Dinner with Ana on Saturday at 7",
        },
        { kind: "memory", text: "Knows Ana", time: null, isOptional: false, evidence: "Ana" },
      ],
    });
  });

  it("are parsed with their turns, those of the user marked by name or asterisk", () => {
    const [input] = parseEverydayInputs(`# a-2\n${header}\nNora: Hello\nBo: Hi: all well?\nSPEAKER_00*: Yes`);
    expect(input?.text).to.equal(null);
    expect(input?.turns).to.deep.equal([
      { speaker: "Nora", isUser: true, text: "Hello" },
      { speaker: "Bo", isUser: false, text: "Hi: all well?" },
      { speaker: "SPEAKER_00", isUser: true, text: "Yes" },
    ]);
  });

  it("with a malformed line are refused with their ID and the line", () => {
    expect(() => parseEverydayInputs(`# a-3\n${header}\n| Buy milk\n= tusk user: Buy milk`)).to.throw("a-3: ", "tusk");
    expect(() => parseEverydayInputs("# a-4\n@ kind=note\n| Buy milk")).to.throw("a-4: the header is malformed");
    expect(() => parseEverydayInputs(`# a-5\n${header}\n= memory: Knows Ana`)).to.throw("a-5: needs either");
  });

  for (const set of ["train", "dev", "blind"] as const) {
    it(`of the ${set} set are well-formed, with unique IDs, and one in five or more is empty`, () => {
      const inputs = loadEverydayInputs(set);
      expect(new Set(inputs.map(({ id }) => id)).size).to.equal(inputs.length);
      expect(inputs.filter(({ kept }) => kept.length === 0).length).to.be.at.least(inputs.length / 5);
      expect(new Set(inputs.map(({ language }) => language)).size).to.equal(7);
    });
  }
});
