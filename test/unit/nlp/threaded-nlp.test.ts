import { expect } from "chai";
import {
  loadAnnotatedConversations,
  type AnnotatedConversation,
} from "../../../bench/language/annotated-conversations.js";
import { loadAnnotatedTalks } from "../../../bench/language/annotated-talks.js";
import {
  BuiltInLanguageDetector,
  BuiltInSummariser,
  nlpThread,
  ThreadedLanguageDetector,
  ThreadedSummariser,
} from "../../../src/adapters/nlp/index.js";
import { ThreadPool } from "../../../src/adapters/runtime/index.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import type { SummaryContext } from "../../../src/ports/driven/models/summariser.js";
import { SeededRandom } from "../../support/random.js";

const EVERY = 60;
const ROUNDS = 2;

interface Input {
  readonly transcript: Transcript;
  readonly context: SummaryContext;
}

function inputOf({ id, segments, startedAt, timeZone, userName, language }: AnnotatedConversation): Input {
  const lines = segments.map((segment, i) => ({ ...segment, start: i * 5, end: i * 5 + 4 }));
  const context = { userId: "ada", startedAt: new Date(startedAt), timeZone, userName, textSource: null };
  return { transcript: Transcript.create(id, lines), context: { ...context, language: language ?? "en" } };
}

describe("Natural language processing in worker threads", () => {
  it("returns the same summaries as on the main thread, in any order and concurrently", async () => {
    const all = [
      ...loadAnnotatedTalks(),
      ...loadAnnotatedConversations("english"),
      ...loadAnnotatedConversations("other-languages"),
    ];
    const inputs = all.filter((_, i) => i % EVERY === 0).map(inputOf);
    expect(inputs.length).to.be.greaterThan(10);
    const inProcess = new BuiltInSummariser();
    const expected = new Map<Input, unknown>();
    for (const input of inputs) expected.set(input, await inProcess.summarise(input.transcript, input.context));
    const threads = new ThreadPool({ module: nlpThread, maxThreads: 2 });
    try {
      const threaded = new ThreadedSummariser(threads);
      for (let round = 0; round < ROUNDS; round += 1) {
        const digests = new SeededRandom(round).shuffle(inputs).map(async (input) => {
          expect(await threaded.summarise(input.transcript, input.context)).to.deep.equal(expected.get(input));
        });
        await Promise.all(digests);
      }
    } finally {
      await threads.close();
    }
  });

  it("copies only what is analysed to the thread", async () => {
    const tasks: { readonly name: string; readonly input: object }[] = [];
    const runner = {
      run: (name: string, input: object): Promise<unknown> => Promise.resolve(void tasks.push({ name, input })),
    };
    const text = "We meet at the harbour tomorrow. ".repeat(15);
    const lines = Array.from({ length: 20_000 }, (_, i) => ({ text, start: i, end: i + 1 }));
    const transcript = Transcript.create("c", lines);
    const context = { userId: "ada", startedAt: new Date(0), timeZone: "UTC", userName: "Ada", textSource: null };
    await new ThreadedSummariser(runner).summarise(transcript, { ...context, language: "en" });
    await new ThreadedLanguageDetector(runner).detect(transcript.segments.map((segment) => segment.text));
    const lengths = tasks.map(({ name, input }) => ({ name, length: JSON.stringify(input).length }));
    expect(lengths.map(({ name }) => name)).to.deep.equal(["summarise", "detectLanguage"]);
    expect(lengths[0]?.length).to.be.lessThan(1_000_000);
    expect(lengths[1]?.length).to.be.lessThan(30_000);
  });

  it("accepts a context with known memories, and does not load them", async () => {
    const threads = new ThreadPool({ module: nlpThread, maxThreads: 1 });
    try {
      const [conversation] = loadAnnotatedConversations("english");
      if (!conversation) throw new Error("There is no conversation");
      const { transcript, context } = inputOf(conversation);
      const loadKnownMemories = (): Promise<never> => Promise.reject(new Error("Known memories were loaded"));
      const { title } = await new ThreadedSummariser(threads).summarise(transcript, {
        ...context,
        loadKnownMemories,
      });
      expect(title).to.equal((await new BuiltInSummariser().summarise(transcript, context)).title);
    } finally {
      await threads.close();
    }
  });

  it("detects the same languages as on the main thread", async () => {
    const threads = new ThreadPool({ module: nlpThread, maxThreads: 1 });
    try {
      const texts = loadAnnotatedConversations("other-languages").map(({ segments }) =>
        segments.map(({ text }) => text),
      );
      const [inProcess, threaded] = [new BuiltInLanguageDetector(), new ThreadedLanguageDetector(threads)];
      const detected = await Promise.all(texts.map((text) => threaded.detect(text)));
      expect(detected).to.deep.equal(await Promise.all(texts.map((text) => inProcess.detect(text))));
      expect(new Set(detected).size).to.be.greaterThan(3);
    } finally {
      await threads.close();
    }
  });
});
