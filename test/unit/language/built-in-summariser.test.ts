import { expect } from "chai";
import { isCategory } from "../../../src/domain/conversation/conversation-attributes.js";
import type { SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { countCodePoints } from "../../../src/domain/rules.js";
import type { Transcript } from "../../../src/domain/conversation/transcript.js";
import { BuiltInSummariser } from "../../../src/adapters/language/index.js";
import { aConversation, aText, kitchenRenovation, wednesday } from "./fixtures.js";
import { measureCpuTimeMs } from "../../support/cpu-time.js";

const summariser = new BuiltInSummariser();
const digestOf = (transcript: Transcript, language: string | null = "en"): Promise<SummaryResult> =>
  summariser.summarise(transcript, { ...wednesday, language });

const strings = ({ title, overview, emoji, actionItems, events }: SummaryResult): string[] => [
  title,
  overview,
  emoji,
  ...actionItems.map(({ description }) => description),
  ...events.flatMap((event) => [event.title, event.description]),
];

// eslint-disable-next-line no-control-regex -- these are what must not occur
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

function expectSane(digest: SummaryResult): void {
  expect(isCategory(digest.category)).to.equal(true);
  expect(countCodePoints(digest.title)).to.be.at.most(80);
  for (const text of strings(digest)) {
    expect(text).to.not.match(UNWANTED);
    expect(text.isWellFormed()).to.equal(true);
  }
  for (const { description } of digest.actionItems) expect(countCodePoints(description)).to.be.within(1, 500);
}

describe("the built-in summariser", () => {
  it("names what a conversation was about", async () => {
    const { title } = await digestOf(kitchenRenovation);
    expect(title)
      .to.match(/^[A-Z]/)
      .and.to.match(/kitchen|cabinets/i)
      .and.not.to.match(/[.…]$/);
  });

  it("is titled by what its people said it was about", async () => {
    const said = aConversation(
      ["Ben", "Good morning Ana, let's plan the launch of the garden app."],
      ["me", "The testers like the garden, but the photos upload slowly."],
    );
    expect((await digestOf(said)).title).to.equal("Launch of the garden app");
  });

  it("tells it in whole sentences that were said, without fillers and stutter", async () => {
    const { overview } = await digestOf(kitchenRenovation);
    expect(overview).to.include(
      "The old kitchen cabinets are falling apart and the tiles are cracked near the window.",
    );
    expect(overview).to.include("The budget for the kitchen is twelve thousand euros");
    expect(overview).to.not.match(/\b(?:um|uh|mm-hmm|I mean|and and)\b/i);
    expect(overview).to.match(/^[A-Z].*[.!?]$/);
    expect(overview.split(" ").length).to.be.within(40, 120);
  });

  it("says the same each time", async () => {
    const first = await digestOf(kitchenRenovation);
    expect(await new BuiltInSummariser().summarise(kitchenRenovation, wednesday)).to.deep.equal(first);
    expect(await digestOf(kitchenRenovation)).to.deep.equal(first);
  });

  const subjects: readonly (readonly [text: string, category: string, emoji: string])[] = [
    ["The dentist found two cavities and wrote a prescription for the pain after the surgery.", "health", "🦷"],
    ["Our lawyer read the contract and says the liability clause would not survive in court.", "legal", "⚖️"],
    ["The team scored twice, the goalkeeper saved a penalty and the coach praised every player.", "sports", "🏅"],
    ["The students passed their exams and the teacher will change the curriculum of the school.", "education", "🎓"],
    ["We fixed the server bug, deployed the new software and restarted the database.", "technology", "🐛"],
    ["Grey elephants quietly paint enormous purple triangles.", "other", "🧠"],
  ];
  for (const [text, category, emoji] of subjects) {
    it(`files "${text}" under ${category}`, async () => {
      const digest = await digestOf(aConversation(["me", text]));
      expect([digest.category, digest.emoji]).to.deep.equal([category, emoji]);
    });
  }

  it("discards what has fewer than five words of meaning, and nothing else", async () => {
    const small = aConversation(
      ["me", "Um, hello? Yeah."],
      ["Ana", "Hi, how are you?"],
      ["me", "Fine, thanks. Okay, bye."],
    );
    expect((await digestOf(small)).discard).to.equal(true);
    expect((await digestOf(aConversation(["me", "Dentist moved, Tuesday ten."]))).discard).to.equal(true);
    expect(
      (await digestOf(aConversation(["me", "The dentist moved the appointment to Tuesday morning."]))).discard,
    ).to.equal(false);
    expect((await digestOf(kitchenRenovation)).discard).to.equal(false);
  });

  it("does not discard a few words in which it finds something", async () => {
    for (const [text, found] of [
      ["I'll call the plumber.", "Call the plumber"],
      ["I will print the photos tomorrow.", "Print the photos"],
    ] as const) {
      const { discard, actionItems } = await digestOf(aConversation(["me", text]));
      expect([discard, actionItems.map(({ description }) => description)]).to.deep.equal([false, [found]]);
    }
    const { discard, memories } = await digestOf(aConversation(["me", "I live in Porto."]));
    expect([discard, memories.length]).to.deep.equal([false, 1]);
  });

  it("summarises a long text of one segment and points to it", async () => {
    const text =
      "Ana: The harvest festival needs forty volunteers and a bigger stage.\nMia: I'll book the stage by Friday.\n";
    const digest = await digestOf(aText(text.repeat(900)));
    expectSane(digest);
    expect(digest.actionItems.map(({ description, segmentIds }) => [description, segmentIds])).to.deep.equal([
      ["Book the stage by Friday", ["t-0"]],
    ]);
    expect(digest.overview).to.equal("The harvest festival needs forty volunteers and a bigger stage.");
  });

  const languages: readonly (readonly [language: string | null, text: string, word: RegExp])[] = [
    [
      "de",
      "Wir renovieren im Sommer die ganze Küche. Die Schränke kosten fünftausend Euro. Der Klempner verlegt die Spüle.",
      /Küche|Schränke|Klempner/,
    ],
    [
      null,
      "Nous allons rénover la cuisine cet été. Les placards coûtent cinq mille euros. Le plombier déplace l'évier.",
      /cuisine|placards|plombier/,
    ],
    ["ja", "来週の会議で新しい製品の発売日を決めます。価格は三千円にする予定です。", /会議|製品|価格/],
    ["ar", "سنقوم بتجديد المطبخ هذا الصيف. تكلفة الخزائن خمسة آلاف يورو.", /المطبخ|الخزائن/],
  ];
  for (const [language, text, word] of languages) {
    it(`summarises by extraction in ${language ?? "a language nobody named"}`, async () => {
      const digest = await digestOf(aText(text), language);
      expectSane(digest);
      expect(digest.discard).to.equal(false);
      expect(digest.overview).to.match(word);
      expect(digest.title).to.match(/\S/);
    });
  }

  const absurd: Readonly<Record<string, string>> = {
    "emoji only": "😀🎉👩‍👩‍👧‍👦🇫🇷",
    "NUL characters": "\u0000\u0000 budget \u0000 meeting",
    "one endless word": "a".repeat(100_000),
    "endless words with dots": "a.b".repeat(33_000),
    "words without an end": "and then we said that it was fine ".repeat(2_900),
    "a text turned around": "\u202eabc\u202c שלום \u2066עולם\u2069 budget meeting",
    "lone surrogates": "\ud800 budget \udc00 meeting tomorrow",
    "full stops": ".".repeat(100_000),
    "commas and spaces": ", ".repeat(50_000),
    "dashes and spaces": "- ".repeat(50_000),
    "empty lines": "\n".repeat(99_990) + "budget",
    brackets: "[".repeat(50_000) + "<".repeat(50_000),
    numbers: "1 ".repeat(50_000),
    times: "tomorrow at 3 ".repeat(7_000),
    "times in sentences": "The meeting is tomorrow at 3. ".repeat(3_300),
    promises: "I'll send you the budget by Friday, ".repeat(2_700),
    "names of nothing": "constructor __proto__ toString hasOwnProperty valueOf prototype",
  };
  for (const [name, text] of Object.entries(absurd)) {
    it(`survives ${name} in no time`, async () => {
      await summariser.warm();
      const took = await measureCpuTimeMs(async () =>
        expectSane(await digestOf(aText(text), text.length % 2 === 0 ? "en" : null)),
      );
      expect(took).to.be.below(3000);
    });
  }

  it("survives five hundred segments of one word", async () => {
    const words = Array.from(
      { length: 500 },
      (_, i) => [i % 2 === 0 ? "me" : "Ana", i % 7 === 0 ? "tomatoes" : "um"] as const,
    );
    expectSane(await digestOf(aConversation(...words)));
  });

  it("survives a transcript without segments", async () => {
    const digest = await digestOf(aConversation());
    expect([digest.discard, digest.title, digest.emoji]).to.deep.equal([true, "", "🧠"]);
  });

  it("reads its model any number of times in one process", async () => {
    for (let time = 0; time < 40; time += 1) await new BuiltInSummariser().warm();
  });
});
