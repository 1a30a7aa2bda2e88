import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import {
  BuiltInSummariser,
  BuiltInTextGenerator,
  nlpThread,
  ThreadedLanguageDetector,
  ThreadedSummariser,
} from "../../../src/adapters/nlp/index.js";
import { createBuiltInMemoryIndex, createBuiltInPassageIndex } from "../../../src/adapters/search/index.js";
import { ThreadPool } from "../../../src/adapters/runtime/index.js";
import { RelatedMemories } from "../../../src/application/memories/related-memories.js";
import { MAX_CONVERSATION_BODY_BYTES, MAX_SESSION_LENGTH, MAX_SESSION_SEGMENTS } from "../../../src/domain/limits.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import { summariseTrivially } from "../../../src/domain/conversation/trivial-summary.js";
import {
  findUrls,
  sanitizeGeneratedText,
  formatQuote,
  findAllowedUrls,
} from "../../../src/domain/text/sanitize-generated-text.js";
import type { SummaryContext } from "../../../src/ports/driven/models/summariser.js";
import { aConversation, aMemory } from "../../../src/testing/index.js";
import { silentEventLog } from "../../support/test-core.js";
import { measureCpuTimeMs } from "../../support/cpu-time.js";
import { type HostileText, hostileTexts, buildSegment, buildSegments, buildText } from "../../support/hostile-texts.js";

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

const warmUpContext = { userId: "ada", userName: "Ada", startedAt, timeZone: "UTC", language: null, textSource: null };

/** @param work has its input made before the time is taken. */
async function expectLinear(length: number, prepare: (length: number) => () => unknown): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const small = await measureCpuTimeMs(prepare(length));
    const large = await measureCpuTimeMs(prepare(4 * length));
    const limit = MAX_GROWTH * small + CONSTANT_MS;
    if (large <= limit) return;
    if (tries === MAX_TRIES) expect(large, `CPU milliseconds, after ${small} ms for a quarter`).to.be.at.most(limit);
  }
}

describe("CPU time for hostile texts", function () {
  this.timeout(600_000);

  const summariser = new BuiltInSummariser();

  // Loads the locales, the models and the language detector.
  before(() => summariser.summarise(Transcript.restore([buildSegment("Call Ana tomorrow.", 0)]), warmUpContext));

  describe("grows linearly with the length of the text", () => {
    for (const hostile of hostileTexts) {
      it(`in summaries: ${hostile.name}`, async () => {
        const context = contextOf(hostile);
        await expectLinear(20_000, (length) => {
          const transcript = Transcript.restore([buildSegment(buildText(hostile, length), 0)]);
          return () => summariser.summarise(transcript, context);
        });
        await expectLinear(20_000, (length) => {
          const transcript = Transcript.restore(buildSegments(hostile, length, length));
          return () => summariser.summarise(transcript, context);
        });
      });

      it(`in search and known facts: ${hostile.name}`, async () => {
        await expectLinear(20_000, (length) => {
          const store = openInMemoryStore();
          const [index, memoryIndex] = [createBuiltInPassageIndex(store), createBuiltInMemoryIndex(store.memories)];
          const conversation = aConversation({ id: "c", userId: "ada" });
          const transcript = Transcript.restore(buildSegments(hostile, length, length / 200));
          return async () => {
            await store.memories.addOrGet("ada", [aMemory({ userId: "ada" })], (known) => known);
            await store.conversations.insertOrGet({ conversation, transcript });
            await index.search("ada", buildText(hostile, length), 10);
            await new RelatedMemories(
              { memories: store.memories, memoryIndex, log: silentEventLog },
              conversation,
              transcript,
            ).load();
          };
        });
      });

      it(`in text functions outside the summariser: ${hostile.name}`, async () => {
        await expectLinear(50_000, (length) => {
          const text = buildText(hostile, length);
          const segments = [buildSegment(text, 0)];
          return () => {
            summariseTrivially({ segments });
            formatQuote(text);
            sanitizeGeneratedText(text, findAllowedUrls([text], findUrls(text)));
          };
        });
      });
    }
  });

  it("is reported when it grows quadratically", async () => {
    const trimEnd = (length: number) => () => `${" ".repeat(length)}x`.replace(/\s+$/, "");
    const outcome = await expectLinear(10_000, trimEnd).catch((error: unknown) => error);
    expect(outcome).to.be.an("error").with.property("message").that.includes("CPU milliseconds");
  });

  it("is limited for the text generator, whose variables have a maximum length", async () => {
    for (const hostile of hostileTexts) {
      const text = buildText(hostile, 3_000);
      const variables = new Map(["user_facts", "user_context", "user_chat"].map((name) => [name, `User: ${text}`]));
      const prompt = { template: `Tell them {{user_facts}} ${buildText(hostile, 8_000)}`, variables };
      const context = { userId: "ada", language: hostile.language ?? null, recentTexts: [text] };
      const cpuMs = await measureCpuTimeMs(() => new BuiltInTextGenerator().generate(prompt, context));
      expect(cpuMs, hostile.name).to.be.lessThan(2_000);
    }
  });
});

describe("the largest conversations that the API accepts", function () {
  this.timeout(600_000);

  let threads: ThreadPool;

  beforeEach(() => {
    threads = new ThreadPool({ module: nlpThread, maxThreads: 1 });
  });

  afterEach(() => threads.close());

  async function expectWithinBudgets(hostile: HostileText, transcript: Transcript): Promise<void> {
    const language = await new ThreadedLanguageDetector(threads).detect(transcript.segments.map(({ text }) => text));
    const context = { ...contextOf(hostile), language: hostile.language ?? language ?? "en" };
    const digest = await new ThreadedSummariser(threads).summarise(transcript, context);
    expect(digest.title, hostile.name).to.be.a("string");
  }

  it("stay within the CPU and memory budgets as live sessions", async () => {
    for (const hostile of hostileTexts) {
      const segments = buildSegments(hostile, MAX_SESSION_LENGTH, MAX_SESSION_SEGMENTS);
      await expectWithinBudgets(hostile, Transcript.restore(segments));
    }
  });

  for (const name of ["one letter per line", "distinct words", "sisters with distinct names", "promises"]) {
    it(`stay within the CPU and memory budgets in one request: ${name}`, async () => {
      const hostile = hostileTexts.find((each) => each.name === name);
      if (!hostile) throw new Error(`There is no ${name}`);
      const whole = buildSegment(buildText(hostile, MAX_CONVERSATION_BODY_BYTES), 0);
      await expectWithinBudgets(hostile, Transcript.restore([whole]));
      // A live session of so many segments of a part each.
      const each = hostile.part(MAX_SESSION_SEGMENTS).length;
      const parts = buildSegments(hostile, MAX_SESSION_SEGMENTS * each, MAX_SESSION_SEGMENTS);
      await expectWithinBudgets(hostile, Transcript.restore(parts));
    });
  }
});
