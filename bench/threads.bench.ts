import { setTimeout as sleep } from "node:timers/promises";
import { openInMemoryStore } from "../src/adapters/in-memory/index.js";
import {
  BuiltInFactComparer,
  BuiltInMemoryClassifier,
  BuiltInTextGenerator,
  nlpThread,
  ThreadedSummariser,
} from "../src/adapters/nlp/index.js";
import { createBuiltInPassageIndex } from "../src/adapters/search/index.js";
import { ThreadPool } from "../src/adapters/runtime/index.js";
import { Conversation } from "../src/domain/conversation/conversation.js";
import { EMPTY_SUMMARY } from "../src/domain/conversation/summary-result.js";
import { CHAT_USER_LABEL } from "../src/domain/notification/prompt.js";
import type { NewSegment } from "../src/domain/conversation/transcript.js";
import { Service } from "./support/service-client.js";
import { measureRequestsPerSecond, measureP99LatencyMs } from "./support/load-generator.js";
import { median, measureRatios, type Figure } from "./support/measurement.js";
import { measureLongestStallMs } from "./support/event-loop.js";
import { generateSegments } from "./support/generated-transcripts.js";

const TURNS = 500;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const MEETINGS_PER_SECOND = 4;
const CLIENTS = 32;
const SUMMARIES = 64;

/** The latency of requests while summaries are made in the background. */
export async function readLatencyDuringSummaries(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const { id } = await service.create(generateSegments(TURNS));
    const read = service.conversationsRequest(`/${id}`);
    await measureRequestsPerSecond(read, WARM_UP_SECONDS);
    const ratios = await measureRatios(
      ROUNDS,
      () => measureDuringMeetings(service, () => measureP99LatencyMs(read, SECONDS)),
      () => measureP99LatencyMs(read, SECONDS),
    );
    const name = `GET of one conversation during ${MEETINGS_PER_SECOND} summaries per second, p99 relative to no summaries`;
    return [{ name, value: median(ratios), unit: "×", goal: { atMost: 1.5 } }];
  } finally {
    await service.stop();
  }
}

/** Does the task while meetings come in, and ends when all of them are summarised. */
async function measureDuringMeetings<T>(service: Service, task: () => Promise<T>): Promise<T> {
  const created: Promise<string>[] = [];
  const post = async (): Promise<string> => {
    const request = service.creationRequest(generateSegments(TURNS), { Prefer: "respond-async" });
    return ((await (await service.send(request)).json()) as { readonly id: string }).id;
  };
  const timer = setInterval(() => created.push(post()), 1_000 / MEETINGS_PER_SECOND);
  try {
    return await task();
  } finally {
    clearInterval(timer);
    for (const id of await Promise.all(created)) await waitUntilCompleted(service, id);
  }
}

async function waitUntilCompleted(service: Service, id: string): Promise<void> {
  for (;;) {
    const { status } = (await (await service.send(service.conversationsRequest(`/${id}`))).json()) as {
      status: string;
    };
    if (status === "completed") return;
    await sleep(50);
  }
}

/** Clients that wait for summaries of 500 segments, with two threads and with one. */
export async function waitingClients(): Promise<Figure[]> {
  const [one, two] = await Promise.all(
    ["1", "2"].map((threads) =>
      Service.start({
        environment: { SETTINGS: JSON.stringify({ MNEME_WORKER_THREADS: threads, MNEME_PROCESSING_WAIT_MS: "30000" }) },
      }),
    ),
  );
  if (!one || !two) throw new Error("The services did not start");
  try {
    await measureSummariesPerSecond(one, CLIENTS);
    await measureSummariesPerSecond(two, CLIENTS);
    const single: number[] = [];
    const ratios = await measureRatios(
      ROUNDS,
      () => measureSummariesPerSecond(two, SUMMARIES),
      async () => {
        const value = await measureSummariesPerSecond(one, SUMMARIES);
        single.push(value);
        return value;
      },
    );
    return [
      { name: "Summaries of 500 segments that clients wait for, with one thread", value: median(single), unit: "/s" },
      {
        name: "Summaries of 500 segments that clients wait for, two threads relative to one",
        value: median(ratios),
        unit: "×",
        goal: { atLeast: 1.7 },
      },
    ];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

/** Ends when all are summarised, so that one measurement does not affect the next. */
async function measureSummariesPerSecond(service: Service, count: number): Promise<number> {
  const creation = service.creationRequest(generateSegments(TURNS));
  let sentCount = 0;
  const send = async (): Promise<void> => {
    while (sentCount < count) {
      sentCount += 1;
      const { status } = (await (await service.send(creation)).json()) as { readonly status: string };
      if (status !== "completed") throw new Error(`A creation was answered as ${status}`);
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, send));
  return (1_000 * count) / (performance.now() - startedAtMs);
}

const LONG_SEGMENTS = 20;
const LONG_SEGMENT_LENGTH = 20_000;

/** The longest block of the event loop by language and index work. */
export async function stalls(): Promise<Figure[]> {
  const threads = new ThreadPool({ module: nlpThread, maxThreads: 1 });
  try {
    const goal = { atMost: 10 };
    const figures: Figure[] = [];
    for (const [name, segments] of [
      [`${TURNS} segments`, generateSegments(TURNS) as NewSegment[]],
      [`${LONG_SEGMENTS} segments of ${LONG_SEGMENT_LENGTH} characters without a full stop`, generateLongSegments()],
    ] as const) {
      const { summarising, searching } = await measureConversationStalls(new ThreadedSummariser(threads), segments);
      figures.push(
        { name: `Longest stall of the event loop, summary of ${name}`, value: summarising, unit: "ms", goal },
        { name: `Longest stall of the event loop, first search of ${name}`, value: searching, unit: "ms", goal },
      );
    }
    const generating = await measureGeneratorStall();
    const comparing = await measureComparerStall();
    const classifying = await measureLongestStallMs(() =>
      new BuiltInMemoryClassifier().classify(generateLongText(500)),
    );
    return [
      ...figures,
      {
        name: "Longest stall of the event loop, first message of the built-in text generator",
        value: generating,
        unit: "ms",
        goal,
      },
      { name: "Longest stall of the event loop, first comparison of two facts", value: comparing, unit: "ms", goal },
      {
        name: "Longest stall of the event loop, first memory without a category",
        value: classifying,
        unit: "ms",
        goal,
      },
    ];
  } finally {
    await threads.close();
  }
}

const CHAT_LINES = 50;

/** Uses about the largest input that the service passes to the text generator. */
function measureGeneratorStall(): Promise<number> {
  const sentences = generateTexts(TURNS);
  const variables = new Map([
    ["user_facts", sentences.slice(0, TURNS / 2).join("\n")],
    ["user_context", sentences.slice(TURNS / 2).join("\n")],
    [
      "user_chat",
      sentences
        .slice(0, CHAT_LINES)
        .map((text) => `${CHAT_USER_LABEL}: ${text}`)
        .join("\n"),
    ],
  ]);
  const template = `${generateLongText(7_000)} {{user_facts}} {{user_context}} {{user_chat}}`;
  const generator = new BuiltInTextGenerator();
  return measureLongestStallMs(() =>
    generator.generate({ template, variables }, { userId: "ada", language: "en", recentTexts: sentences }),
  );
}

function measureComparerStall(): Promise<number> {
  const text = generateLongText(1_000);
  return measureLongestStallMs(() => new BuiltInFactComparer().isSameSubject(text.slice(0, 500), text.slice(500)));
}

const generateTexts = (turns: number): string[] =>
  generateSegments(turns).map((segment) => (segment as NewSegment).text);

/** Without a full stop. */
const generateLongText = (length: number): string =>
  generateTexts(Math.ceil(length / 20))
    .join(" ")
    .replaceAll(/[.?!]/g, "")
    .slice(0, length);

function generateLongSegments(): NewSegment[] {
  const text = generateLongText(LONG_SEGMENT_LENGTH);
  return Array.from({ length: LONG_SEGMENTS }, (_, at) => ({ text, start: at, end: at + 1 }));
}

async function measureConversationStalls(
  summariser: ThreadedSummariser,
  segments: readonly NewSegment[],
): Promise<{ readonly summarising: number; readonly searching: number }> {
  const now = new Date("2026-03-04T09:00:00Z");
  const context = { id: "c", userId: "ada", now, leaseMs: 1_000 };
  const { conversation, transcript } = Conversation.fromSegments({ segments }, context);
  const { userId, startedAt, language, textSource, lease } = conversation.state;
  const summarising = await measureLongestStallMs(() =>
    summariser.summarise(transcript, { userId, startedAt, language, textSource, timeZone: "UTC", userName: "Ada" }),
  );
  const store = openInMemoryStore();
  const digest = { ...EMPTY_SUMMARY, actionItems: [], memories: [], discard: false };
  await store.conversations.insertOrGet({
    conversation: conversation.saveDraft(digest, lease.fence).complete(null, lease.fence, now),
    transcript,
  });
  const index = createBuiltInPassageIndex(store);
  return {
    summarising,
    searching: await measureLongestStallMs(() => index.search("ada", "What about the budget?", 10)),
  };
}
