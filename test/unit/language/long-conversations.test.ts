import { expect } from "chai";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import type { Transcript } from "../../../src/domain/conversation/transcript.js";
import { aConversation, wednesday } from "./fixtures.js";

/** What each fifth of the conversation speaks of. */
const subjects = [
  ["ferry timetable", "harbour"],
  ["orchard", "apple press"],
  ["library roof", "scaffolding"],
  ["bakery oven", "flour"],
  ["choir concert", "organist"],
] as const;

const sentences = [
  (a: string, b: string) => `The ${a} has to be paid for before the summer, and the ${b} costs four thousand euros.`,
  (a: string) => `Um, I think the ${a} was always the pride of the village when our grandparents were young.`,
  (a: string, b: string) => `Nobody has looked after the ${a} since the winter, so the ${b} is in a bad state.`,
  () => "Yeah, that's what I heard as well.",
  (a: string, b: string) => `The council will only support the ${a} when the ${b} is open to visitors on Sundays.`,
  (a: string) => `My uncle says that a ${a} like this one was sold in the next valley for a lot of money.`,
  (a: string, b: string) => `We decided that the ${b} comes first and the ${a} is repaired by volunteers in April.`,
  () => "Right, okay.",
  (a: string, b: string) => `The insurance does not cover the ${b}, which is, you know, a problem for the whole ${a}.`,
  (a: string) => `The newspaper wrote about the ${a} twice last month and printed an old photograph of it.`,
];
const repeats = 3;

function discussed(used: typeof subjects | readonly (typeof subjects)[number][]): Transcript {
  const lines = used.flatMap(([a, b]) =>
    Array.from({ length: repeats * sentences.length }, (_, i): [string, string] => [
      ["me", "Ruth", "Dan"][i % 3] ?? "",
      sentences[i % sentences.length]?.(i % 2 ? b : a, i % 2 ? a : b) ?? "",
    ]),
  );
  return aConversation(...lines);
}

const digestOf = (transcript: Transcript): Promise<SummaryResult> =>
  new BuiltInSummariser().summarise(transcript, wednesday);

describe("the overview of a long conversation", () => {
  it("names first what it is about, in the order in which it came up", async () => {
    const [first = ""] = (await digestOf(discussed(subjects))).overview.split(". ");
    expect(first).to.match(/^The conversation is about .* and /);
    const places = ["ferry timetable", "orchard", "choir concert"].map((subject) => first.indexOf(subject));
    expect(Math.min(...places)).to.be.above(0);
    expect(places).to.deep.equal(places.toSorted((a, b) => a - b));
  });

  it("has of each part at least a sentence, and no more words than are read at a glance", async () => {
    const { overview } = await digestOf(discussed(subjects));
    const [, ...rest] = overview.split(". ");
    for (const [a, b] of subjects) expect(rest.join(". ")).to.match(new RegExp(`${a}|${b}`));
    expect(overview.split(" ").length).to.be.within(60, 120);
  });

  it("says nothing twice", async () => {
    const { overview } = await digestOf(discussed(subjects));
    const told = overview.split(". ");
    expect(new Set(told).size).to.equal(told.length);
  });

  it("leaves out what softens what is said", async () => {
    const { overview } = await digestOf(discussed(subjects));
    expect(overview).to.not.match(/\bum\b|I think|you know|My uncle/i);
  });

  it("is made of what was said alone where the conversation is short", async () => {
    const { overview } = await digestOf(discussed(subjects.slice(0, 1)));
    expect(overview).to.not.include("The conversation is about");
  });
});

describe("the title", () => {
  it("names what the overview speaks of, in full", async () => {
    const { title } = await digestOf(
      aConversation(
        ["me", "The printer came back and the gold foil is forty pence a tin more than they quoted us."],
        ["Ana", "We could drop the foil on the small tins, that saves a lot."],
        ["me", "So we keep the gold foil on the big tins only."],
        ["Ana", "Fine, the big tins look better with it anyway."],
      ),
    );
    expect(title).to.match(/gold foil/i);
    expect(title).to.match(/tins/i);
  });

  it("names nobody of whom nothing but the name is known", async () => {
    const { title } = await digestOf(
      aConversation(
        ["me", "Jean needs her train, so the lunch is at one and the lamb must be ready."],
        ["Mum", "Jean eats no lamb, and Jean told me so twice."],
        ["me", "Then there is a nut roast for her beside the lamb."],
        ["Mum", "The lamb is from the farm, and lunch at one it is."],
      ),
    );
    expect(title).to.match(/lamb/i);
    expect(title).to.not.match(/^Jean/);
  });
});

describe("the category of a conversation in another language", () => {
  const said = {
    de: ["Mamas Geburtstag ist am Samstag.", "Die ganze Familie kommt, auch die Cousins und Onkel Heinz.", "family"],
    fr: [
      "On prend le train ou l'avion pour les vacances ?",
      "Le train, et je réserve l'hôtel près de la plage.",
      "travel",
    ],
    es: [
      "El examen de matemáticas es el martes.",
      "El profesor dijo que hay clase de refuerzo en el colegio.",
      "education",
    ],
    it: ["La partita è domenica alle undici.", "La squadra si ritrova al campo dopo l'allenamento.", "sports"],
    pt: ["O médico disse que é alergia.", "Então compra o medicamento com a receita do hospital.", "health"],
    nl: [
      "Mijn laptop start niet meer op.",
      "De batterij is leeg of het scherm is stuk, zei de software.",
      "technology",
    ],
  } as const;

  for (const [language, [one, other, category]] of Object.entries(said)) {
    it(`is told by the words of ${language}`, async () => {
      const transcript = aConversation(["me", one], ["Ana", other]);
      const digest = await new BuiltInSummariser().summarise(transcript, { ...wednesday, language });
      expect(digest.category).to.equal(category);
    });
  }
});
