import type { AnalyzedText } from "../../text-analysis/text-analyzer.js";
import type { ScoreBufferPool } from "../score-buffers.js";
import { toRelevance, UserIndex } from "../user-index.js";

/** What a search hit refers to. */
export type HitLocation = { readonly kind: "memory"; readonly memoryId: string } | ConversationLocation;

type ConversationLocation =
  | { readonly kind: "summary"; readonly conversationId: string }
  | { readonly kind: "snippet"; readonly conversationId: string; readonly position: number };

export interface SearchHit {
  readonly location: HitLocation;
  /** On the scale of `toRelevance`; includes the scores of neighbours. */
  readonly relevance: number;
}

/** Lower than that of a snippet, because a summary repeats what was said in other words. */
const SUMMARY_WEIGHT = 0.7;
/** The number of candidates for each requested hit; several of them may join one passage. */
const CANDIDATES_PER_HIT = 30;
/** The share of a too large index that is removed at once, because releasing memory scans all that remains. */
const EVICTED_SHARE = 0.25;
/** The memory of a conversation without its snippets. */
const CONVERSATION_BYTES = 150;

/**
 * The share of a snippet's score that is added to its neighbours: to the adjacent ones, and to those at distance two.
 * Tuned on the tune part of `bench/retrieval/talks.json`.
 */
export const NEIGHBOUR_WEIGHTS: readonly number[] = [0.8, 0.5];

/** An index of one user's conversations by their words; it does not contain the texts. */
export class UserPassageIndex {
  /** Without vectors, because one for every snippet would take more memory than all the rest. */
  readonly index = new UserIndex();
  /** By conversation, oldest first: the number of snippets; 0 when they are not indexed. */
  readonly #snippetCounts = new Map<string, number>();
  /** The user's name when the conversations were indexed. */
  userName: string | undefined;
  cursor: string | undefined;

  get bytes(): number {
    return this.index.bytes + this.#snippetCounts.size * CONVERSATION_BYTES;
  }

  get conversationIds(): string[] {
    return [...this.#snippetCounts.keys()];
  }

  hasConversation(id: string): boolean {
    return this.#snippetCounts.has(id);
  }

  /** Adds or replaces the summary of a conversation. */
  putSummary(conversationId: string, text: AnalyzedText): void {
    this.index.put(encodeLocation({ kind: "summary", conversationId }), text);
  }

  /** @param position of the snippet in its conversation, which must be registered. */
  addSnippet(conversationId: string, position: number, text: AnalyzedText): void {
    this.index.put(encodeLocation({ kind: "snippet", conversationId, position }), text);
  }

  /** Registers a conversation, which may have no snippets. */
  registerConversation(id: string, snippetCount: number): void {
    this.#snippetCounts.set(id, snippetCount);
  }

  /**
   * Removes the snippets of the oldest conversations in steps, until `EVICTED_SHARE` of all texts is removed; their
   * summaries stay. `UserIndex.compact` releases the memory.
   * @returns the number of removed snippets.
   */
  *removeOldestSnippets(): Generator<void, number> {
    const targetCount = EVICTED_SHARE * this.index.size;
    let removedCount = 0;
    for (const [conversationId, snippetCount] of this.#snippetCounts) {
      if (removedCount >= targetCount) break;
      if (snippetCount === 0) continue;
      const sizeBefore = this.index.size;
      yield* this.#removeSnippets(conversationId);
      removedCount += sizeBefore - this.index.size;
    }
    return removedCount;
  }

  /** Removes a conversation in steps. If it is stopped, it must be called again. */
  *removeConversation(conversationId: string): Generator<void, void> {
    this.index.remove(encodeLocation({ kind: "summary", conversationId }));
    yield* this.#removeSnippets(conversationId);
    this.#snippetCounts.delete(conversationId);
  }

  *#removeSnippets(conversationId: string): Generator<void, void> {
    for (let position = (this.#snippetCounts.get(conversationId) ?? 0) - 1; position >= 0; position -= 1) {
      this.index.remove(encodeLocation({ kind: "snippet", conversationId, position }));
      this.#snippetCounts.set(conversationId, position);
      yield;
    }
  }

  /**
   * @param limit the number of requested passages; there are more hits, because several may join one passage.
   * @param neighbourWeights see `smoothScores`.
   * @returns hits, best first.
   */
  search(
    query: AnalyzedText,
    limit: number,
    bufferPool: ScoreBufferPool,
    neighbourWeights: readonly number[],
  ): SearchHit[] {
    const hits: SearchHit[] = [];
    const add = (location: ConversationLocation, score: number): void => {
      const relevance = toRelevance(score);
      if (relevance > 0) hits.push({ location, relevance });
    };
    const scoresByConversation = new Map<string, Map<number, number>>();
    for (const [key, score] of this.index.scoreTexts(query, CANDIDATES_PER_HIT * limit, bufferPool)) {
      const location = decodeLocation(key);
      if (location.kind === "summary") add(location, SUMMARY_WEIGHT * score);
      else {
        const scoresByPosition = scoresByConversation.get(location.conversationId) ?? new Map<number, number>();
        scoresByConversation.set(location.conversationId, scoresByPosition.set(location.position, score));
      }
    }
    for (const [conversationId, scores] of scoresByConversation) {
      const smoothedScores = smoothScores(scores, this.#snippetCounts.get(conversationId) ?? 0, neighbourWeights);
      for (const [position, score] of smoothedScores) add({ kind: "snippet", conversationId, position }, score);
    }
    return sortByRelevance(hits);
  }
}

function encodeLocation(location: ConversationLocation): string {
  return location.kind === "summary"
    ? `s${location.conversationId}`
    : `t${location.position}/${location.conversationId}`;
}

function decodeLocation(key: string): ConversationLocation {
  const rest = key.slice(1);
  if (key.startsWith("s")) return { kind: "summary", conversationId: rest };
  const slash = rest.indexOf("/");
  return { kind: "snippet", position: Number(rest.slice(0, slash)), conversationId: rest.slice(slash + 1) };
}

/** Sorts best first; hits of the same relevance by the ID of their owner and by position. */
export function sortByRelevance(hits: readonly SearchHit[]): SearchHit[] {
  return hits.toSorted((a, b) => b.relevance - a.relevance || compareLocations(a.location, b.location));
}

function compareLocations(first: HitLocation, second: HitLocation): number {
  const [a, b] = [getOwnerId(first), getOwnerId(second)];
  if (a !== b) return a < b ? -1 : 1;
  return getPosition(first) - getPosition(second);
}

const getOwnerId = (location: HitLocation): string =>
  location.kind === "memory" ? location.memoryId : location.conversationId;
const getPosition = (location: HitLocation): number => (location.kind === "snippet" ? location.position : -1);

/**
 * Adds to each snippet a share of the scores of its neighbours, also to snippets without a score: in conversations an
 * answer often stands next to the text that shares words with the question.
 * @param scores by the position of the snippet in its conversation.
 * @param count the number of snippets in the conversation.
 * @param neighbourWeights by distance, as `NEIGHBOUR_WEIGHTS`.
 */
export function smoothScores(
  scores: ReadonlyMap<number, number>,
  count: number,
  neighbourWeights: readonly number[],
): Map<number, number> {
  const smoothedScores = new Map<number, number>();
  const add = (position: number, score: number): void => {
    if (position >= 0 && position < count) smoothedScores.set(position, (smoothedScores.get(position) ?? 0) + score);
  };
  for (const [position, score] of scores) {
    add(position, score);
    neighbourWeights.forEach((weight, index) => {
      add(position - index - 1, weight * score);
      add(position + index + 1, weight * score);
    });
  }
  return smoothedScores;
}
