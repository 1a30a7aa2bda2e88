import { withNeighbours } from "./neighbours.js";
import { bestFirst, type PlaceFound, type PlaceInConversation } from "./places.js";
import type { ReadText } from "./reading.js";
import type { Scratch } from "./scratch.js";
import { relevanceOf, UserIndex } from "./user-index.js";

/** A summary says again what was said: the words themselves come first. */
const SUMMARY = 0.7;
/** For each that is asked for so many are looked at: those beside a better one stand with it. */
const LOOKED_AT = 30;
/** Of an index that is too large, so much is removed at once: to free memory takes a look at all that is left. */
const REMOVED_PART = 0.25;
/** What a conversation takes beside what is kept of its snippets, in bytes. */
const CONVERSATION_BYTES = 150;

/** What one user's conversations say, to be searched by its words; the texts themselves are not kept. */
export class HeldPassages {
  /** Of the words alone: a vector for every line that was ever said would take more than all else. */
  #index = new UserIndex(0);
  /** By conversation, the one taken in first before others: how many snippets it has; 0 when they are not indexed. */
  readonly #snippets = new Map<string, number>();
  /** How the user was called when their conversations were read. */
  userName: string | undefined;
  mark: string | undefined;

  get bytes(): number {
    return this.#index.bytes + this.#snippets.size * CONVERSATION_BYTES;
  }

  get index(): UserIndex {
    return this.#index;
  }

  get conversations(): string[] {
    return [...this.#snippets.keys()];
  }

  hasConversation(id: string): boolean {
    return this.#snippets.has(id);
  }

  /** In the place of the one before. */
  putSummary(conversationId: string, text: ReadText): void {
    this.#index.put(keyOf({ kind: "summary", conversationId }), text);
  }

  /** @param at the snippet's place in its conversation, which has been begun. */
  addSnippet(conversationId: string, at: number, text: ReadText): void {
    this.#index.put(keyOf({ kind: "snippet", conversationId, at }), text);
  }

  /** There is such a conversation, though nobody may have said anything. @param snippets how many it has. */
  beginConversation(id: string, snippets: number): void {
    this.#snippets.set(id, snippets);
  }

  /**
   * Removes the snippets of the conversations that were taken in first, piece by piece, until a part of all is gone;
   * their summaries stay. `tidy` frees the memory.
   * @returns how many were removed.
   */
  *removeOldestSnippets(): Generator<void, number> {
    const enough = REMOVED_PART * this.#index.size;
    let removed = 0;
    for (const [conversationId, count] of this.#snippets) {
      if (removed >= enough) break;
      if (count === 0) continue;
      const before = this.#index.size;
      yield* this.#removeSnippets(conversationId);
      removed += before - this.#index.size;
    }
    return removed;
  }

  /** Piece by piece; to stop halfway does no harm if it is begun again. */
  *removeConversation(conversationId: string): Generator<void, void> {
    this.#index.remove(keyOf({ kind: "summary", conversationId }));
    yield* this.#removeSnippets(conversationId);
    this.#snippets.delete(conversationId);
  }

  *#removeSnippets(conversationId: string): Generator<void, void> {
    for (let at = (this.#snippets.get(conversationId) ?? 0) - 1; at >= 0; at -= 1) {
      this.#index.remove(keyOf({ kind: "snippet", conversationId, at }));
      this.#snippets.set(conversationId, at);
      yield;
    }
  }

  /**
   * Best first.
   * @param limit how many are asked for; there are more, for some of them stand together.
   * @param parts as of `withNeighbours`.
   */
  find(query: ReadText, limit: number, scratch: Scratch, parts: readonly number[]): PlaceFound[] {
    const found: PlaceFound[] = [];
    const add = (place: PlaceInConversation, score: number): void => {
      const relevance = relevanceOf(score);
      if (relevance > 0) found.push({ place, relevance });
    };
    const talked = new Map<string, Map<number, number>>();
    for (const [key, score] of this.#index.scores(query, LOOKED_AT * limit, scratch)) {
      const place = placeOf(key);
      if (place.kind === "summary") add(place, SUMMARY * score);
      else {
        const said = talked.get(place.conversationId) ?? new Map<number, number>();
        talked.set(place.conversationId, said.set(place.at, score));
      }
    }
    for (const [conversationId, scores] of talked) {
      const sums = withNeighbours(scores, this.#snippets.get(conversationId) ?? 0, parts);
      for (const [at, score] of sums) add({ kind: "snippet", conversationId, at }, score);
    }
    return bestFirst(found);
  }
}

function keyOf(place: PlaceInConversation): string {
  return place.kind === "summary" ? `s${place.conversationId}` : `t${place.at}/${place.conversationId}`;
}

function placeOf(key: string): PlaceInConversation {
  const rest = key.slice(1);
  if (key.startsWith("s")) return { kind: "summary", conversationId: rest };
  const slash = rest.indexOf("/");
  return { kind: "snippet", at: Number(rest.slice(0, slash)), conversationId: rest.slice(slash + 1) };
}
