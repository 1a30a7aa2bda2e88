import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import {
  BuiltInSummariser,
  builtInMemoryIndex,
  builtInPassageIndex,
  BuiltInWriter,
  languageThread,
  ThreadedLanguageDetector,
  ThreadedSummariser,
} from "../../../src/adapters/language/index.js";
import { ThreadPool } from "../../../src/adapters/runtime/index.js";
import { KnownFacts } from "../../../src/application/known-facts.js";
import { CONVERSATION_BODY_BYTES, SESSION_LENGTH_MOST, SESSION_SEGMENTS_MOST } from "../../../src/domain/limits.js";
import { Transcript } from "../../../src/domain/transcript.js";
import { summariseTrivially } from "../../../src/domain/trivial-summary.js";
import { addressesIn, cleaned, quoted, saidIn } from "../../../src/domain/written-text.js";
import type { SummaryContext } from "../../../src/ports/driven/summariser.js";
import { aConversation, aMemory } from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";
import { cpuTimeOf } from "../../support/cpu-time.js";
import { type HostileText, hostileTexts, segmentOf, segmentsOf, textOf } from "../../support/hostile-texts.js";

/** Four times the text may take so many times as long, and some time more. Quadratic work takes sixteen times as long. */
const MAX_GROWTH = 8;
const CONSTANT_MS = 100;
/** A measurement may hold compilation or garbage collection. */
const MAX_TRIES = 4;

const startedAt = new Date("2026-03-02T09:00:00Z");

const contextOf = ({ language }: HostileText): SummaryContext => ({
  userId: "ada",
  userName: "Ada",
  startedAt,
  timeZone: "UTC",
  language: language ?? null,
  textSource: null,
});

/** @param work has its input made before the time is taken. */
async function expectLinear(length: number, prepare: (length: number) => () => unknown): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const small = await cpuTimeOf(prepare(length));
    const large = await cpuTimeOf(prepare(4 * length));
    const limit = MAX_GROWTH * small + CONSTANT_MS;
    if (large <= limit) return;
    if (tries === MAX_TRIES) expect(large, `CPU milliseconds, after ${small} ms for a quarter`).to.be.at.most(limit);
  }
}

describe("CPU time for hostile texts", function () {
  this.timeout(600_000);

  const summariser = new BuiltInSummariser();

  before(() => summariser.warm());

  describe("grows with their length alone", () => {
    for (const hostile of hostileTexts) {
      it(`in summaries: ${hostile.name}`, async () => {
        const context = contextOf(hostile);
        await expectLinear(20_000, (length) => {
          const transcript = Transcript.restore([segmentOf(textOf(hostile, length), 0)]);
          return () => summariser.summarise(transcript, context);
        });
        await expectLinear(20_000, (length) => {
          const transcript = Transcript.restore(segmentsOf(hostile, length, length));
          return () => summariser.summarise(transcript, context);
        });
      });

      it(`in search and known facts: ${hostile.name}`, async () => {
        await expectLinear(20_000, (length) => {
          const store = openInMemoryStore();
          const [index, memoryIndex] = [builtInPassageIndex(store), builtInMemoryIndex(store.memories)];
          const conversation = aConversation({ id: "c", userId: "ada" });
          const transcript = Transcript.restore(segmentsOf(hostile, length, length / 200));
          return async () => {
            await store.memories.addOrGet("ada", [aMemory({ userId: "ada" })], (known) => known);
            await store.conversations.insertOrGet({ conversation, transcript });
            await index.search("ada", textOf(hostile, length), 10);
            await new KnownFacts(
              { memories: store.memories, memoryIndex, log: silent },
              conversation,
              transcript,
            ).shown();
          };
        });
      });

      it(`in what reads a text without a summariser: ${hostile.name}`, async () => {
        await expectLinear(50_000, (length) => {
          const text = textOf(hostile, length);
          const segments = [segmentOf(text, 0)];
          return () => {
            summariseTrivially({ segments });
            quoted(text);
            cleaned(text, saidIn([text], addressesIn(text)));
          };
        });
      });
    }
  });

  it("is reported when it grows with the square of their length", async () => {
    const trimEnd = (length: number) => () => `${" ".repeat(length)}x`.replace(/\s+$/, "");
    const outcome = await expectLinear(10_000, trimEnd).catch((error: unknown) => error);
    expect(outcome).to.be.an("error").with.property("message").that.includes("CPU milliseconds");
  });

  it("is short for a writer, whose variables have a greatest length", async () => {
    for (const hostile of hostileTexts) {
      const text = textOf(hostile, 3_000);
      const variables = new Map(["user_facts", "user_context", "user_chat"].map((name) => [name, `User: ${text}`]));
      const prompt = { template: `Tell them {{user_facts}} ${textOf(hostile, 8_000)}`, variables };
      const context = { userId: "ada", language: hostile.language ?? null, said: [text] };
      const cpuMs = await cpuTimeOf(() => new BuiltInWriter().write(prompt, context));
      expect(cpuMs, hostile.name).to.be.lessThan(2_000);
    }
  });
});

describe("the largest conversations that the API takes", function () {
  this.timeout(600_000);

  let threads: ThreadPool;

  beforeEach(() => {
    threads = new ThreadPool({ module: languageThread, maxThreads: 1 });
  });

  afterEach(() => threads.close());

  async function expectWithinBudgets(hostile: HostileText, transcript: Transcript): Promise<void> {
    const language = await new ThreadedLanguageDetector(threads).detect(transcript.segments.map(({ text }) => text));
    const context = { ...contextOf(hostile), language: hostile.language ?? language ?? "en" };
    const digest = await new ThreadedSummariser(threads).summarise(transcript, context);
    expect(digest.title, hostile.name).to.be.a("string");
  }

  it("stay within the budgets of CPU time and memory as live sessions", async () => {
    for (const hostile of hostileTexts) {
      const segments = segmentsOf(hostile, SESSION_LENGTH_MOST, SESSION_SEGMENTS_MOST);
      await expectWithinBudgets(hostile, Transcript.restore(segments));
    }
  });

  for (const name of ["one letter a line", "distinct words", "sisters with distinct names", "promises"]) {
    it(`stay within the budgets in one request: ${name}`, async () => {
      const hostile = hostileTexts.find((each) => each.name === name);
      if (!hostile) throw new Error(`There is no ${name}`);
      const whole = segmentOf(textOf(hostile, CONVERSATION_BODY_BYTES), 0);
      await expectWithinBudgets(hostile, Transcript.restore([whole]));
      // A live session of so many segments of a part each.
      const each = hostile.part(SESSION_SEGMENTS_MOST).length;
      const parts = segmentsOf(hostile, SESSION_SEGMENTS_MOST * each, SESSION_SEGMENTS_MOST);
      await expectWithinBudgets(hostile, Transcript.restore(parts));
    });
  }
});
