import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createBuiltInMemoryIndex,
  createBuiltInPassageIndex,
  IndexMemoryBudget,
  InProcessPassageIndex,
} from "../src/adapters/search/index.js";
import { BuiltInSummariser } from "../src/adapters/nlp/index.js";
import { openInMemoryStore } from "../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import { Conversation, type ConversationWithTranscript } from "../src/domain/conversation/conversation.js";
import { EMPTY_SUMMARY, type SummaryResult } from "../src/domain/conversation/summary-result.js";
import { Memory } from "../src/domain/memory/memory.js";
import type { Passage, Store } from "../src/ports/driven/index.js";
import { PlainBm25 } from "./retrieval/plain-bm25.js";
import { loadTalks, type Talk } from "./retrieval/talks.js";
import { median, percentile, type Figure } from "./support/measurement.js";
import { measureLongestStallMs, measureMemoryBytes } from "./support/event-loop.js";

const USER = "ada";
const SOURCES = 10;
const now = new Date("2026-03-02T10:00:00.000Z");
/** Minimum recall relative to plain BM25 over single turns, and over groups of five turns (the size of a source). */
const MIN_RATIO_TO_TURNS = 1.5;
const MIN_RATIO_TO_TURN_GROUPS = 1.1;
const MAX_SEGMENTS_PER_SOURCE = 5;

/** Recall of the turns that answer the questions. */
interface Recall {
  /** `hits`: share of questions with at least one turn found; `turns`: mean share of the turns found. */
  readonly hits: number;
  readonly turns: number;
}

/** Recall of the turns that answer a question, relative to plain BM25, and the size of a source. */
export async function recall(): Promise<Figure[]> {
  const { tune, report } = loadTalks();
  const figures: Figure[] = [];
  for (const [part, talk] of [
    ["tune", tune],
    ["report", report],
  ] as const) {
    const turnBaseline = searchTurnsByPlainBm25(talk);
    const groupBaseline = searchTurnGroupsByPlainBm25(talk);
    const whole = await evaluateRecall(talk, talk.turns.length);
    const wholeWithoutNeighbours = await evaluateRecall(talk, talk.turns.length, []);
    const split = await evaluateRecall(talk, 25);
    for (const [name, found] of [
      ["plain BM25 over turns", turnBaseline],
      ["plain BM25 over groups of five turns", groupBaseline],
      ["whole conversation", whole],
      ["whole conversation, without neighbours", wholeWithoutNeighbours],
      ["conversations of 25 turns", split],
      ["conversations of 25 turns, without neighbours", await evaluateRecall(talk, 25, [])],
    ] as const) {
      console.log(`  ${part} ${name}: ${percent(found.hits)} of questions, ${percent(found.turns)} of turns`);
    }
    console.log(`  ${part} segments per source ${whole.segments.toFixed(2)}, words ${whole.words.toFixed(0)}`);
    if (part === "tune") continue;
    figures.push(
      {
        name: "Recall@10 of sources relative to plain BM25 over groups of five turns",
        value: whole.hits / groupBaseline.hits,
        unit: "×",
        goal: { atLeast: MIN_RATIO_TO_TURN_GROUPS },
      },
      {
        name: "Recall@10 of sources relative to plain BM25 over turns",
        value: whole.hits / turnBaseline.hits,
        unit: "×",
        goal: { atLeast: MIN_RATIO_TO_TURNS },
      },
      { name: "Recall@10 of sources, a talk as conversations of 25 turns", value: 100 * split.hits, unit: "%" },
      { name: "Recall@10 of sources, a talk as one conversation", value: 100 * whole.hits, unit: "%" },
      {
        name: "Recall@10 of sources, a talk as one conversation, gain from neighbouring segments",
        value: 100 * (whole.hits - wholeWithoutNeighbours.hits),
        unit: "points",
      },
      { name: "Segments per source, mean", value: whole.segments, unit: "", goal: { atMost: MAX_SEGMENTS_PER_SOURCE } },
      { name: "Words per source, mean", value: whole.words, unit: "", goal: { atMost: 120 } },
    );
  }
  return figures;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function searchTurnsByPlainBm25({ turns, questions }: Talk): Recall {
  const index = new PlainBm25(turns.map(({ id, speaker, text }) => ({ id, content: `${speaker}: ${text}` })));
  return calculateRecall(
    questions.map(({ question, turns: wanted }) => ({ wanted, found: index.search(question).slice(0, SOURCES) })),
  );
}

/** Baseline over groups of five turns, the size of a source. */
function searchTurnGroupsByPlainBm25({ turns, questions }: Talk): Recall {
  const turnGroups = Array.from({ length: Math.ceil(turns.length / 5) }, (_, at) => turns.slice(5 * at, 5 * at + 5));
  const index = new PlainBm25(
    turnGroups.map((five, at) => ({
      id: String(at),
      content: five.map(({ speaker, text }) => `${speaker}: ${text}`).join(" "),
    })),
  );
  const results = questions.map(({ question, turns: wanted }) => {
    const found = index.search(question).slice(0, SOURCES);
    return { wanted, found: found.flatMap((at) => (turnGroups[Number(at)] ?? []).map(({ id }) => id)) };
  });
  return calculateRecall(results);
}

function calculateRecall(
  results: readonly { readonly wanted: readonly string[]; readonly found: readonly string[] }[],
): Recall {
  const shares = results.map(({ wanted, found }) => wanted.filter((id) => found.includes(id)).length / wanted.length);
  return {
    hits: shares.filter((share) => share > 0).length / shares.length,
    turns: shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}

/** Splits the talk into conversations of `length` turns, summarises them and searches for each question. */
async function evaluateRecall(
  talk: Talk,
  length: number,
  neighbours?: readonly number[],
): Promise<Recall & { readonly segments: number; readonly words: number }> {
  const store = openInMemoryStore();
  const turnOf = await storeTalk(store, talk, length);
  const memoryBudget = new IndexMemoryBudget();
  const index = new InProcessPassageIndex(
    store,
    createBuiltInMemoryIndex(store.memories, memoryBudget),
    memoryBudget,
    neighbours,
  );
  const sources: Passage[] = [];
  const results: { wanted: readonly string[]; found: string[] }[] = [];
  for (const { question, turns: wanted } of talk.questions) {
    const passages = await index.search(USER, question, SOURCES);
    sources.push(...passages);
    results.push({ wanted, found: passages.flatMap(({ segmentIds }) => segmentIds.map((id) => turnOf.get(id) ?? "")) });
  }
  const segmentSources = sources.filter(({ memoryId, segmentIds }) => memoryId === null && segmentIds.length > 0);
  const mean = (measure: (passage: Passage) => number): number =>
    segmentSources.reduce((sum, passage) => sum + measure(passage), 0) / segmentSources.length;
  return {
    ...calculateRecall(results),
    segments: mean(({ segmentIds }) => segmentIds.length),
    words: mean(({ text }) => text.split(/\s+/).length),
  };
}

/** @returns turn IDs by segment ID. */
async function storeTalk(store: Store, { turns }: Talk, length: number): Promise<ReadonlyMap<string, string>> {
  const summariser = new BuiltInSummariser();
  const turnOf = new Map<string, string>();
  for (let from = 0; from < turns.length; from += length) {
    const id = `conversation-${String(from).padStart(3, "0")}`;
    const part = turns.slice(from, from + length);
    const user = turns[0]?.speaker;
    const segments = part.map(({ speaker, text }, at) => ({
      text,
      speaker,
      isUser: speaker === user,
      start: at,
      end: at + 1,
    }));
    const creationContext = { id, userId: USER, now, leaseMs: 1000 };
    const { conversation, transcript } = Conversation.fromSegments({ segments }, creationContext);
    const context = {
      userId: USER,
      startedAt: now,
      timeZone: "UTC",
      language: "en",
      textSource: null,
      userName: user ?? "",
    };
    const digest = await summariser.summarise(transcript, context);
    const { fence } = conversation.state.lease;
    await store.conversations.insertOrGet({
      conversation: conversation.saveDraft(digest, fence).complete(null, fence, now),
      transcript,
    });
    const memories = digest.memories.map((memory, at) =>
      Memory.fromExtraction(memory, { id: `${id}-memory-${at}`, userId: USER, conversationId: id, saidAt: now, now }),
    );
    await store.memories.replaceExtracted(USER, id, memories, 1, now);
    transcript.segments.forEach((segment, at) => turnOf.set(segment.id, part[at]?.id ?? ""));
  }
  return turnOf;
}

const CONVERSATIONS = 200;
const SEGMENTS = 300;
const QUESTIONS = 300;
const MEGABYTE = 2 ** 20;

/** Latency, event-loop stalls and index memory of one user with many conversations. */
export async function answerSources(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  try {
    const store = await openSqliteStore({ directory });
    for (let number = 0; number < CONVERSATIONS; number += 1)
      await store.conversations.insertOrGet(generateConversation(number));
    const before = measureMemoryBytes();
    const memoryBudget = new IndexMemoryBudget(Infinity);
    const index = createBuiltInPassageIndex(store, memoryBudget);
    const { tune } = loadTalks();
    const startedAtMs = performance.now();
    const loadStallMs = await measureLongestStallMs(() => index.search(USER, "Where do I live?", SOURCES));
    const loadMs = performance.now() - startedAtMs;
    const megabytes = (measureMemoryBytes() - before) / MEGABYTE;
    const elapsedMs: number[] = [];
    let questionStallMs = 0;
    for (let i = 0; i < QUESTIONS; i += 1) {
      const question = tune.questions[i % tune.questions.length]?.question ?? "";
      const searchStartedAtMs = performance.now();
      questionStallMs = Math.max(
        questionStallMs,
        await measureLongestStallMs(() => index.search(USER, question, SOURCES)),
      );
      elapsedMs.push(performance.now() - searchStartedAtMs);
    }
    const [first] = await store.conversations.list(USER, {}, { limit: 1 });
    await store.conversations.update(USER, first?.state.id ?? "", (conversation) =>
      conversation.edit({ title: "Another title" }, now),
    );
    const editStallMs = await measureLongestStallMs(() => index.search(USER, "Another title", SOURCES));
    await store.close();
    const corpus = `${CONVERSATIONS} conversations of ${SEGMENTS} segments`;
    const goal = { atMost: 50 };
    return [
      {
        name: `Search for answer sources in ${corpus}, median`,
        value: median(elapsedMs),
        unit: "ms",
        goal: { atMost: 30 },
      },
      {
        name: `Search for answer sources in ${corpus}, p99`,
        value: percentile(elapsedMs, 99),
        unit: "ms",
        goal: { atMost: 60 },
      },
      { name: `Index load of ${corpus} from the store`, value: loadMs, unit: "ms" },
      { name: `Longest event-loop stall during index load of ${corpus}`, value: loadStallMs, unit: "ms", goal },
      { name: `Longest event-loop stall during a question over ${corpus}`, value: questionStallMs, unit: "ms", goal },
      {
        name: `Longest event-loop stall at the first search after an edit, ${corpus}`,
        value: editStallMs,
        unit: "ms",
        goal,
      },
      { name: `Memory of the index of ${corpus}, measured`, value: megabytes, unit: "MB", goal: { atMost: 64 } },
      {
        name: `Memory of the index of ${corpus}, as counted by its budget`,
        value: memoryBudget.bytes / MEGABYTE,
        unit: "MB",
      },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Builds a conversation from turns of the talks, in a different order for each number. */
function generateConversation(number: number): ConversationWithTranscript {
  const { tune, report } = loadTalks();
  const turns = [...tune.turns, ...report.turns];
  const segments = Array.from({ length: SEGMENTS }, (_, at) => {
    const { speaker = "", text = "" } = turns[(at * 7 + number * 131 + ((at * number) % 13)) % turns.length] ?? {};
    return { speaker, text: `${text} ${number}-${at}`, start: at, end: at + 1 };
  });
  const creationContext = { id: `conversation-${number}`, userId: USER, now, leaseMs: 1000 };
  const { conversation, transcript } = Conversation.fromSegments({ segments }, creationContext);
  const digest: SummaryResult = {
    ...EMPTY_SUMMARY,
    title: `Talk ${number}`,
    overview: segments
      .slice(0, 4)
      .map(({ text }) => text)
      .join(" "),
    actionItems: [],
    memories: [],
    discard: false,
  };
  const { fence } = conversation.state.lease;
  return { conversation: conversation.saveDraft(digest, fence).complete(null, fence, now), transcript };
}
