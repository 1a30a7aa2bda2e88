import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  builtInMemoryIndex,
  builtInPassageIndex,
  BuiltInSummariser,
  IndexRoom,
  InProcessPassageIndex,
} from "../src/adapters/language/index.js";
import { openInMemoryStore } from "../src/adapters/in-memory/index.js";
import { openSqliteStore } from "../src/adapters/sqlite/index.js";
import { Conversation, type Recorded } from "../src/domain/conversation.js";
import { noSummary, type Digest } from "../src/domain/digest.js";
import { Memory } from "../src/domain/memory.js";
import type { Passage, Store } from "../src/ports/driven/index.js";
import { PlainBm25 } from "./retrieval/plain-bm25.js";
import { talks, type Talk } from "./retrieval/talks.js";
import { median, percentile, type Figure } from "./support/measure.js";
import { longestStall, memoryInUse } from "./support/process.js";

const USER = "ada";
const SOURCES = 10;
const now = new Date("2026-03-02T10:00:00.000Z");
/** At least so many times what plain BM25 finds: of turns, of which a source has five, and of as many together. */
const BESIDE_PLAIN = 1.5;
const BESIDE_FIVES = 1.1;
/** No source is a whole conversation. */
const MOST_SEGMENTS = 5;

/** What was found of the turns that answer the questions. */
interface Found {
  /** The share of the questions of which a turn is found, and the share of all turns. */
  readonly hits: number;
  readonly turns: number;
}

/** Recall of turns of talks among the sources, beside plain BM25 over turns; and how much a source holds. */
export async function recall(): Promise<Figure[]> {
  const { tune, report } = talks();
  const figures: Figure[] = [];
  for (const [part, talk] of [
    ["tune", tune],
    ["report", report],
  ] as const) {
    const plain = plainly(talk);
    const fives = inFives(talk);
    const one = await asked(talk, talk.turns.length);
    const alone = await asked(talk, talk.turns.length, []);
    const several = await asked(talk, 25);
    for (const [name, found] of [
      ["plain BM25 over turns", plain],
      ["plain BM25 over five turns each", fives],
      ["one conversation", one],
      ["one conversation, without neighbours", alone],
      ["conversations of 25 turns", several],
      ["conversations of 25 turns, without neighbours", await asked(talk, 25, [])],
    ] as const) {
      console.log(`  ${part} ${name}: ${percent(found.hits)} of questions, ${percent(found.turns)} of turns`);
    }
    console.log(`  ${part} segments a source ${one.segments.toFixed(2)}, words ${one.words.toFixed(0)}`);
    if (part === "tune") continue;
    figures.push(
      {
        name: "Recall@10 of sources beside plain BM25 over five turns each",
        value: one.hits / fives.hits,
        unit: "×",
        goal: { atLeast: BESIDE_FIVES },
      },
      {
        name: "Recall@10 of sources beside plain BM25 over turns",
        value: one.hits / plain.hits,
        unit: "×",
        goal: { atLeast: BESIDE_PLAIN },
      },
      { name: "Recall@10 of sources, a talk as conversations of 25 turns", value: 100 * several.hits, unit: "%" },
      { name: "Recall@10 of sources, a talk as one conversation", value: 100 * one.hits, unit: "%" },
      { name: "What neighbours add to that", value: 100 * (one.hits - alone.hits), unit: "points" },
      { name: "Segments a source, mean", value: one.segments, unit: "", goal: { atMost: MOST_SEGMENTS } },
      { name: "Words a source, mean", value: one.words, unit: "", goal: { atMost: 120 } },
    );
  }
  return figures;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function plainly({ turns, questions }: Talk): Found {
  const index = new PlainBm25(turns.map(({ id, speaker, text }) => ({ id, content: `${speaker}: ${text}` })));
  return foundOf(
    questions.map(({ question, turns: wanted }) => ({ wanted, found: index.search(question).slice(0, SOURCES) })),
  );
}

/** The same words for as many turns as a source has. */
function inFives({ turns, questions }: Talk): Found {
  const fives = Array.from({ length: Math.ceil(turns.length / 5) }, (_, at) => turns.slice(5 * at, 5 * at + 5));
  const index = new PlainBm25(
    fives.map((five, at) => ({
      id: String(at),
      content: five.map(({ speaker, text }) => `${speaker}: ${text}`).join(" "),
    })),
  );
  const asked = questions.map(({ question, turns: wanted }) => {
    const found = index.search(question).slice(0, SOURCES);
    return { wanted, found: found.flatMap((at) => (fives[Number(at)] ?? []).map(({ id }) => id)) };
  });
  return foundOf(asked);
}

function foundOf(asked: readonly { readonly wanted: readonly string[]; readonly found: readonly string[] }[]): Found {
  const shares = asked.map(({ wanted, found }) => wanted.filter((id) => found.includes(id)).length / wanted.length);
  return {
    hits: shares.filter((share) => share > 0).length / shares.length,
    turns: shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}

/** The talk as conversations of so many turns, with the summaries and memories that they come to. */
async function asked(
  talk: Talk,
  length: number,
  neighbours?: readonly number[],
): Promise<Found & { readonly segments: number; readonly words: number }> {
  const store = openInMemoryStore();
  const turnOf = await post(store, talk, length);
  const room = new IndexRoom();
  const index = new InProcessPassageIndex(store, builtInMemoryIndex(store.memories, room), room, neighbours);
  const sources: Passage[] = [];
  const each: { wanted: readonly string[]; found: string[] }[] = [];
  for (const { question, turns: wanted } of talk.questions) {
    const passages = await index.search(USER, question, SOURCES);
    sources.push(...passages);
    each.push({ wanted, found: passages.flatMap(({ segmentIds }) => segmentIds.map((id) => turnOf.get(id) ?? "")) });
  }
  const said = sources.filter(({ memoryId, segmentIds }) => memoryId === null && segmentIds.length > 0);
  const mean = (of: (passage: Passage) => number): number => said.reduce((sum, one) => sum + of(one), 0) / said.length;
  return {
    ...foundOf(each),
    segments: mean(({ segmentIds }) => segmentIds.length),
    words: mean(({ text }) => text.split(/\s+/).length),
  };
}

/** @returns the turns' ids by those of their segments. */
async function post(store: Store, { turns }: Talk, length: number): Promise<ReadonlyMap<string, string>> {
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
    const birth = { id, userId: USER, now, leaseMs: 1000 };
    const { conversation, transcript } = Conversation.fromSegments({ segments }, birth);
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
      conversation: conversation.keepDigest(digest, fence).complete(null, fence, now),
      transcript,
    });
    const memories = digest.memories.map((memory, at) =>
      Memory.extracted(memory, { id: `${id}-memory-${at}`, userId: USER, conversationId: id, saidAt: now, now }),
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

/** One user with very many conversations: how long an answer takes without a model, and what the index takes. */
export async function asking(): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "mneme-bench-"));
  try {
    const store = await openSqliteStore({ directory });
    for (let number = 0; number < CONVERSATIONS; number += 1) await store.conversations.insertOrGet(madeUp(number));
    const before = memoryInUse();
    const room = new IndexRoom(Infinity);
    const index = builtInPassageIndex(store, room);
    const { tune } = talks();
    const begun = performance.now();
    const loading = await longestStall(() => index.search(USER, "Where do I live?", SOURCES));
    const load = performance.now() - begun;
    const megabytes = (memoryInUse() - before) / MEGABYTE;
    const taken: number[] = [];
    let answering = 0;
    for (let i = 0; i < QUESTIONS; i += 1) {
      const question = tune.questions[i % tune.questions.length]?.question ?? "";
      const started = performance.now();
      answering = Math.max(answering, await longestStall(() => index.search(USER, question, SOURCES)));
      taken.push(performance.now() - started);
    }
    const [first] = await store.conversations.list(USER, {}, { limit: 1 });
    await store.conversations.update(USER, first?.state.id ?? "", (one) => one.edit({ title: "Another title" }, now));
    const editing = await longestStall(() => index.search(USER, "Another title", SOURCES));
    await store.close();
    const of = `${CONVERSATIONS} conversations of ${SEGMENTS} segments`;
    const goal = { atMost: 50 };
    return [
      { name: `Sources of an answer among ${of}, median`, value: median(taken), unit: "ms", goal: { atMost: 30 } },
      { name: `Sources of an answer among ${of}, p99`, value: percentile(taken, 99), unit: "ms", goal: { atMost: 60 } },
      { name: `Index load of ${of} from the store`, value: load, unit: "ms" },
      { name: "Longest stall meanwhile", value: loading, unit: "ms", goal },
      { name: "Longest stall of a question", value: answering, unit: "ms", goal },
      { name: "Longest stall after an edit", value: editing, unit: "ms", goal },
      { name: `Memory of an index of ${of}`, value: megabytes, unit: "MB", goal: { atMost: 64 } },
      { name: "What the index itself counts for it", value: room.bytes / MEGABYTE, unit: "MB" },
    ];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Of turns of the talks, in another order each. */
function madeUp(number: number): Recorded {
  const { tune, report } = talks();
  const turns = [...tune.turns, ...report.turns];
  const segments = Array.from({ length: SEGMENTS }, (_, at) => {
    const { speaker = "", text = "" } = turns[(at * 7 + number * 131 + ((at * number) % 13)) % turns.length] ?? {};
    return { speaker, text: `${text} ${number}-${at}`, start: at, end: at + 1 };
  });
  const birth = { id: `conversation-${number}`, userId: USER, now, leaseMs: 1000 };
  const { conversation, transcript } = Conversation.fromSegments({ segments }, birth);
  const digest: Digest = {
    ...noSummary,
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
  return { conversation: conversation.keepDigest(digest, fence).complete(null, fence, now), transcript };
}
