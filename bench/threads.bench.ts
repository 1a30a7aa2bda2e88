import { setTimeout as sleep } from "node:timers/promises";
import { openInMemoryStore } from "../src/adapters/in-memory/index.js";
import {
  BuiltInFactComparer,
  BuiltInMemoryClassifier,
  builtInPassageIndex,
  BuiltInWriter,
  languageThread,
  ThreadedSummariser,
} from "../src/adapters/language/index.js";
import { ThreadPool } from "../src/adapters/runtime/index.js";
import { Conversation } from "../src/domain/conversation.js";
import { noSummary } from "../src/domain/digest.js";
import { CHAT_USER_LABEL } from "../src/domain/prompt.js";
import type { NewSegment } from "../src/domain/transcript.js";
import { Service } from "./support/client.js";
import { requestsPerSecond, slowestPercent } from "./support/load.js";
import { median, ratios, type Figure } from "./support/measure.js";
import { longestStall } from "./support/process.js";
import { madeUpSegments } from "./support/transcripts.js";

const TURNS = 500;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 2;
const MEETINGS_PER_SECOND = 4;
const CLIENTS = 32;
const SUMMARIES = 64;

/** The latency of requests while summaries are made in the background. */
export async function requestsBesideSummaries(): Promise<Figure[]> {
  const service = await Service.start();
  try {
    const { id } = await service.create(madeUpSegments(TURNS));
    const read = service.conversations(`/${id}`);
    await requestsPerSecond(read, WARM_UP_SECONDS);
    const found = await ratios(
      ROUNDS,
      () => besideMeetings(service, () => slowestPercent(read, SECONDS)),
      () => slowestPercent(read, SECONDS),
    );
    const name = `GET, 99th percentile, beside ${MEETINGS_PER_SECOND} meetings a second, by that without`;
    return [{ name, value: median(found), unit: "×", goal: { atMost: 1.5 } }];
  } finally {
    await service.stop();
  }
}

/** Does the task while meetings come in, and ends when all of them are summarised. */
async function besideMeetings<T>(service: Service, task: () => Promise<T>): Promise<T> {
  const created: Promise<string>[] = [];
  const post = async (): Promise<string> => {
    const asked = service.creation(madeUpSegments(TURNS), { Prefer: "respond-async" });
    return ((await (await service.send(asked)).json()) as { readonly id: string }).id;
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
    const { status } = (await (await service.send(service.conversations(`/${id}`))).json()) as { status: string };
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
    await summariesPerSecond(one, CLIENTS);
    await summariesPerSecond(two, CLIENTS);
    const single: number[] = [];
    const found = await ratios(
      ROUNDS,
      () => summariesPerSecond(two, SUMMARIES),
      async () => {
        const value = await summariesPerSecond(one, SUMMARIES);
        single.push(value);
        return value;
      },
    );
    return [
      { name: "Summaries of 500 segments that clients wait for, with one thread", value: median(single), unit: "/s" },
      { name: "The same with two threads, by one", value: median(found), unit: "×", goal: { atLeast: 1.7 } },
    ];
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
}

/** Ends when all are summarised, so that one measurement does not affect the next. */
async function summariesPerSecond(service: Service, count: number): Promise<number> {
  const creation = service.creation(madeUpSegments(TURNS));
  let begun = 0;
  const send = async (): Promise<void> => {
    while (begun < count) {
      begun += 1;
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
  const threads = new ThreadPool({ module: languageThread, maxThreads: 1 });
  try {
    const goal = { atMost: 10 };
    const figures: Figure[] = [];
    for (const [name, segments] of [
      [`${TURNS} segments`, madeUpSegments(TURNS) as NewSegment[]],
      [`${LONG_SEGMENTS} segments of ${LONG_SEGMENT_LENGTH} characters without a full stop`, longSegments()],
    ] as const) {
      const { summarising, searching } = await stallsOf(new ThreadedSummariser(threads), segments);
      figures.push(
        { name: `Longest stall of the event loop, summary of ${name}`, value: summarising, unit: "ms", goal },
        { name: `Longest stall of the event loop, first search of ${name}`, value: searching, unit: "ms", goal },
      );
    }
    const writing = await stallOfWriting();
    const comparing = await stallOfComparing();
    const classifying = await longestStall(() => new BuiltInMemoryClassifier().categoryOf(longText(500)));
    return [
      ...figures,
      {
        name: "Longest stall of the event loop, first message of the built-in writer",
        value: writing,
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

/** About the most that the service gives the writer. */
function stallOfWriting(): Promise<number> {
  const sentences = textsOf(TURNS);
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
  const template = `${longText(7_000)} {{user_facts}} {{user_context}} {{user_chat}}`;
  const writer = new BuiltInWriter();
  return longestStall(() => writer.write({ template, variables }, { userId: "ada", language: "en", said: sentences }));
}

function stallOfComparing(): Promise<number> {
  const text = longText(1_000);
  return longestStall(() => new BuiltInFactComparer().isSameSubject(text.slice(0, 500), text.slice(500)));
}

const textsOf = (turns: number): string[] => madeUpSegments(turns).map((segment) => (segment as NewSegment).text);

/** Without a full stop. */
const longText = (length: number): string =>
  textsOf(Math.ceil(length / 20))
    .join(" ")
    .replaceAll(/[.?!]/g, "")
    .slice(0, length);

function longSegments(): NewSegment[] {
  const text = longText(LONG_SEGMENT_LENGTH);
  return Array.from({ length: LONG_SEGMENTS }, (_, at) => ({ text, start: at, end: at + 1 }));
}

async function stallsOf(
  summariser: ThreadedSummariser,
  segments: readonly NewSegment[],
): Promise<{ readonly summarising: number; readonly searching: number }> {
  const now = new Date("2026-03-04T09:00:00Z");
  const context = { id: "c", userId: "ada", now, leaseMs: 1_000 };
  const { conversation, transcript } = Conversation.fromSegments({ segments }, context);
  const { userId, startedAt, language, textSource, lease } = conversation.state;
  const summarising = await longestStall(() =>
    summariser.summarise(transcript, { userId, startedAt, language, textSource, timeZone: "UTC", userName: "Ada" }),
  );
  const store = openInMemoryStore();
  const digest = { ...noSummary, actionItems: [], memories: [], discard: false };
  await store.conversations.insertOrGet({
    conversation: conversation.keepDigest(digest, lease.fence).complete(null, lease.fence, now),
    transcript,
  });
  const index = builtInPassageIndex(store);
  return { summarising, searching: await longestStall(() => index.search("ada", "What about the budget?", 10)) };
}
