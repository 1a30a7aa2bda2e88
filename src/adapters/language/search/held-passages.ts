import { withNeighbours } from "./neighbours.js";
import type { ReadText } from "./reading.js";
import type { Scratch } from "./scratch.js";
import { relevanceOf, UserIndex } from "./user-index.js";

/** A place where an answer may stand. */
export type Place =
  | { readonly kind: "memory"; readonly memoryId: string }
  | { readonly kind: "summary"; readonly conversationId: string }
  | { readonly kind: "snippet"; readonly conversationId: string; readonly at: number };

export interface PlaceFound {
  readonly place: Place;
  /** As of `relevanceOf`, neighbours included. */
  readonly relevance: number;
}

/** A summary says again what was said: the words themselves come first. */
const SUMMARY = 0.7;
/** For each that is asked for so many are looked at: those beside a better one stand with it. */
const LOOKED_AT = 30;
/** What a conversation takes beside what is kept of its snippets, in bytes. */
const CONVERSATION_BYTES = 150;

/** What one user's memories and conversations say, to be searched by its words; the texts themselves are not kept. */
export class HeldPassages {
  /** Of the words alone: a vector for every line that was ever said would take more than all else. */
  #index = new UserIndex(0);
  /** By conversation: how many snippets it has. */
  readonly #snippets = new Map<string, number>();
  readonly #memories = new Set<string>();
  /** How the user was called when their conversations were read. */
  userName: string | undefined;
  memoriesMark: string | undefined;
  conversationsMark: string | undefined;

  get bytes(): number {
    return this.#index.bytes + (this.#snippets.size + this.#memories.size) * CONVERSATION_BYTES;
  }

  get index(): UserIndex {
    return this.#index;
  }

  get conversations(): string[] {
    return [...this.#snippets.keys()];
  }

  get memories(): string[] {
    return [...this.#memories];
  }

  hasConversation(id: string): boolean {
    return this.#snippets.has(id);
  }

  putMemory(id: string, text: ReadText): void {
    this.#memories.add(id);
    this.#index.put(keyOf({ kind: "memory", memoryId: id }), text);
  }

  removeMemory(id: string): void {
    this.#memories.delete(id);
    this.#index.remove(keyOf({ kind: "memory", memoryId: id }));
  }

  /** In the place of the one before. */
  putSummary(conversationId: string, text: ReadText): void {
    this.#index.put(keyOf({ kind: "summary", conversationId }), text);
  }

  /** The next snippet of the conversation. */
  addSnippet(conversationId: string, text: ReadText): void {
    const at = this.#snippets.get(conversationId) ?? 0;
    this.#index.put(keyOf({ kind: "snippet", conversationId, at }), text);
    this.#snippets.set(conversationId, at + 1);
  }

  /** There is such a conversation, though nobody may have said anything. */
  beginConversation(id: string): void {
    this.#snippets.set(id, 0);
  }

  /** Piece by piece; to stop halfway does no harm if it is begun again. */
  *removeConversation(conversationId: string): Generator<void, void> {
    this.#index.remove(keyOf({ kind: "summary", conversationId }));
    for (let at = (this.#snippets.get(conversationId) ?? 0) - 1; at >= 0; at -= 1) {
      this.#index.remove(keyOf({ kind: "snippet", conversationId, at }));
      this.#snippets.set(conversationId, at);
      yield;
    }
    this.#snippets.delete(conversationId);
  }

  /**
   * Best first.
   * @param limit how many are asked for; there are more, for some of them stand together.
   * @param parts as of `withNeighbours`.
   */
  find(query: ReadText, limit: number, scratch: Scratch, parts: readonly number[]): PlaceFound[] {
    const found: PlaceFound[] = [];
    const add = (place: Place, score: number): void => {
      const relevance = relevanceOf(score);
      if (relevance > 0) found.push({ place, relevance });
    };
    const talked = new Map<string, Map<number, number>>();
    for (const [key, score] of this.#index.scores(query, LOOKED_AT * limit, scratch)) {
      const place = placeOf(key);
      if (place.kind === "memory") add(place, score);
      else if (place.kind === "summary") add(place, SUMMARY * score);
      else {
        const said = talked.get(place.conversationId) ?? new Map<number, number>();
        talked.set(place.conversationId, said.set(place.at, score));
      }
    }
    for (const [conversationId, scores] of talked) {
      const sums = withNeighbours(scores, this.#snippets.get(conversationId) ?? 0, parts);
      for (const [at, score] of sums) add({ kind: "snippet", conversationId, at }, score);
    }
    return found.sort((a, b) => b.relevance - a.relevance || compare(a.place, b.place));
  }
}

/** In an order of their own: by whose they are, then by where. */
function compare(one: Place, other: Place): number {
  const [a, b] = [ownerOf(one), ownerOf(other)];
  if (a !== b) return a < b ? -1 : 1;
  return atOf(one) - atOf(other);
}

const ownerOf = (place: Place): string => (place.kind === "memory" ? place.memoryId : place.conversationId);
const atOf = (place: Place): number => (place.kind === "snippet" ? place.at : -1);

function keyOf(place: Place): string {
  if (place.kind === "memory") return `m${place.memoryId}`;
  return place.kind === "summary" ? `s${place.conversationId}` : `t${place.at}/${place.conversationId}`;
}

function placeOf(key: string): Place {
  const rest = key.slice(1);
  if (key.startsWith("m")) return { kind: "memory", memoryId: rest };
  if (key.startsWith("s")) return { kind: "summary", conversationId: rest };
  const slash = rest.indexOf("/");
  return { kind: "snippet", at: Number(rest.slice(0, slash)), conversationId: rest.slice(slash + 1) };
}
