import {
  createBuiltInMemoryIndex,
  createBuiltInPassageIndex,
  IndexMemoryBudget,
} from "../src/adapters/search/index.js";
import { BuiltInSummariser } from "../src/adapters/nlp/index.js";
import { openInMemoryStore } from "../src/adapters/in-memory/index.js";
import { Conversation } from "../src/domain/conversation/conversation.js";
import { Memory } from "../src/domain/memory/memory.js";
import type { Store } from "../src/ports/driven/index.js";
import { loadMemoryRetrievalSet } from "./retrieval/memory-retrieval-set.js";
import { loadTalks, type Talk } from "./retrieval/talks.js";
import { dataSetParts, type DataSetPart } from "./support/data-set-parts.js";
import type { Figure } from "./support/measurement.js";

const USER = "ada";
const now = new Date("2026-03-02T10:00:00.000Z");
const MEMORIES = 30;
const CONVERSATIONS = 8;
const SOURCES = 5;
/** At most half of the sources are memories (`PassageReader`): three of five. */
const MIN_MEMORY_RECALL = 0.9;
const MIN_TURN_RECALL = 0.95;

/**
 * Recall@5 of `ask` over 30 memories and 8 conversations together, relative to a search over either kind alone, over
 * all groups of 30 memories.
 */
export async function sourceBalance(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const part of dataSetParts) {
    const talk = loadTalks()[part];
    const totals = { questions: 0, search: 0, ask: 0, talkQuestions: 0, talkAlone: 0, talkBoth: 0 };
    for (const { memories, questions } of groups(part)) {
      const both = openInMemoryStore();
      const turnOf = await addConversations(both, talk);
      for (const { id, content } of memories) {
        const memory = Memory.create({ content }, { id, userId: USER, now, category: "other" });
        await both.memories.addOrGet(USER, [memory], (existing) => existing);
      }
      const memoryBudget = new IndexMemoryBudget();
      const memoryIndex = createBuiltInMemoryIndex(both.memories, memoryBudget);
      const passages = createBuiltInPassageIndex(both, memoryBudget);
      for (const { question, memories: wanted } of questions) {
        totals.questions += 1;
        const hits = await memoryIndex.search(USER, question, SOURCES);
        totals.search += Number(hits.some(({ id }) => wanted.includes(id)));
        const sources = await passages.search(USER, question, SOURCES);
        totals.ask += Number(sources.some(({ memoryId }) => memoryId !== null && wanted.includes(memoryId)));
      }
      const alone = openInMemoryStore();
      await addConversations(alone, talk);
      const onlyTalk = createBuiltInPassageIndex(alone, new IndexMemoryBudget());
      for (const { question, turns: wanted } of talk.questions) {
        totals.talkQuestions += 1;
        const isFound = (ids: readonly string[]): number =>
          Number(ids.some((id) => wanted.includes(turnOf.get(id) ?? "")));
        totals.talkBoth += isFound((await passages.search(USER, question, SOURCES)).flatMap((one) => one.segmentIds));
        totals.talkAlone += isFound((await onlyTalk.search(USER, question, SOURCES)).flatMap((one) => one.segmentIds));
      }
    }
    const { questions, search, ask, talkQuestions, talkAlone, talkBoth } = totals;
    console.log(
      `  ${part}: ${questions} memory questions: search ${percent(search / questions)}, ask ${percent(ask / questions)}; ` +
        `${talkQuestions} talk questions: conversations only ${percent(talkAlone / talkQuestions)}, with memories ${percent(talkBoth / talkQuestions)}`,
    );
    if (part === "tune") continue;
    figures.push(
      {
        name: "Recall@5 of memories by ask relative to memory search",
        value: ask / search,
        unit: "×",
        goal: { atLeast: MIN_MEMORY_RECALL },
      },
      {
        name: "Recall@5 of conversation turns by ask, with 30 memories in the index relative to none",
        value: talkBoth / talkAlone,
        unit: "×",
        goal: { atLeast: MIN_TURN_RECALL },
      },
    );
  }
  return figures;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** Groups of 30 memories, each with the questions that its memories answer. */
function groups(
  part: DataSetPart,
): { memories: { id: string; content: string }[]; questions: { question: string; memories: readonly string[] }[] }[] {
  const { memories, questions } = loadMemoryRetrievalSet();
  return Array.from({ length: Math.floor(memories.length / MEMORIES) }, (_, at) => {
    const group = memories
      .filter((__, place) => place % Math.floor(memories.length / MEMORIES) === at)
      .slice(0, MEMORIES);
    const ids = new Set(group.map(({ id }) => id));
    return {
      memories: group,
      questions: questions.filter((each) => each.part === part && each.memories.some((id) => ids.has(id))),
    };
  });
}

/** Stores the talk as 8 conversations with summaries but no memories. @returns turn IDs by segment ID. */
async function addConversations(store: Store, { turns }: Talk): Promise<ReadonlyMap<string, string>> {
  const turnOf = new Map<string, string>();
  const length = Math.ceil(turns.length / CONVERSATIONS);
  for (let from = 0; from < turns.length; from += length) {
    const id = `conversation-${from}`;
    const part = turns.slice(from, from + length);
    const user = turns[0]?.speaker ?? "";
    const segments = part.map(({ speaker, text }, at) => ({
      text,
      speaker,
      isUser: speaker === user,
      start: at,
      end: at + 1,
    }));
    const { conversation, transcript } = Conversation.fromSegments(
      { segments },
      { id, userId: USER, now, leaseMs: 1000 },
    );
    const context = { userId: USER, startedAt: now, timeZone: "UTC", language: "en", textSource: null, userName: user };
    const summary = (summaries[`${turns.length}/${from}`] ??= await summariser.summarise(transcript, context));
    const { fence } = conversation.state.lease;
    await store.conversations.insertOrGet({
      conversation: conversation
        .saveDraft({ ...summary, actionItems: [], memories: [] }, fence)
        .complete(null, fence, now),
      transcript,
    });
    transcript.segments.forEach((segment, at) => turnOf.set(segment.id, part[at]?.id ?? ""));
  }
  return turnOf;
}

const summariser = new BuiltInSummariser();
const summaries: Record<string, Awaited<ReturnType<BuiltInSummariser["summarise"]>>> = {};
