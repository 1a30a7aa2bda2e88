import { Transcript, type Segment } from "../../domain/conversation/transcript.js";
import { assertLatestFence } from "../../domain/lease.js";
import type { SegmentRange } from "../../ports/driven/store/conversation-repositories.js";

interface IdentifiedState {
  readonly id: string;
}

interface StatefulAggregate<S> {
  readonly state: S;
}

/** States of aggregates by user and ID. Stores and returns copies, so that callers cannot change stored state. */
export class AggregateTable<S extends IdentifiedState, A extends StatefulAggregate<S>> {
  readonly #statesByUser = new Map<string, Map<string, S>>();

  constructor(private readonly restore: (state: S) => A) {}

  get(userId: string, id: string): A | undefined {
    const state = this.#statesByUser.get(userId)?.get(id);
    return state && this.restore(cloneValue(state));
  }

  has(userId: string, id: string): boolean {
    return this.#statesByUser.get(userId)?.has(id) ?? false;
  }

  put(userId: string, { state }: A): void {
    const states = this.#statesByUser.get(userId) ?? new Map<string, S>();
    states.set(state.id, cloneValue(state));
    this.#statesByUser.set(userId, states);
  }

  /** @returns undefined when there is no such aggregate. When `change` throws, nothing changes. */
  update(userId: string, id: string, change: (current: A) => A): A | undefined {
    const current = this.get(userId, id);
    if (!current) return undefined;
    const next = change(current);
    this.put(userId, next);
    return next;
  }

  /** @returns whether the aggregate existed. */
  remove(userId: string, id: string): boolean {
    return this.#statesByUser.get(userId)?.delete(id) ?? false;
  }

  listByUser(userId: string): A[] {
    return [...(this.#statesByUser.get(userId)?.values() ?? [])].map((state) => this.restore(cloneValue(state)));
  }

  /** Returns the users who have ever had an aggregate. */
  listUserIds(): string[] {
    return [...this.#statesByUser.keys()];
  }

  /** Returns the aggregates of all users. */
  all(): A[] {
    return [...this.#statesByUser.keys()].flatMap((userId) => this.listByUser(userId));
  }
}

/** Returns a comparator that orders values by a key, ascending. */
export function compareBy<T>(getKey: (value: T) => string | number): (a: T, b: T) => number {
  return (a, b) => {
    const [leftKey, rightKey] = [getKey(a), getKey(b)];
    if (leftKey === rightKey) return 0;
    return leftKey < rightKey ? -1 : 1;
  };
}

/** As `structuredClone`, but much faster for plain objects, arrays and Dates, of which states consist. */
function cloneValue<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return new Date(value) as T;
  if (Array.isArray(value)) return value.map((element: unknown) => cloneValue(element)) as T;
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, element]: [string, unknown]) => [name, cloneValue(element)]),
  ) as T;
}

/** The approximate size of a segment's JSON without its text. */
const SEGMENT_OVERHEAD_BYTES = 150;

/** Append-only transcripts by user and conversation. Stores and returns copies. */
export class TranscriptTable {
  readonly #segmentsByUser = new Map<string, Map<string, Segment[]>>();

  append(userId: string, id: string, segments: readonly Segment[]): void {
    const segmentsByConversation = this.#segmentsByUser.get(userId) ?? new Map<string, Segment[]>();
    const storedSegments = segmentsByConversation.get(id) ?? [];
    storedSegments.push(...structuredClone(segments));
    segmentsByConversation.set(id, storedSegments);
    this.#segmentsByUser.set(userId, segmentsByConversation);
  }

  get(userId: string, id: string): Transcript | undefined {
    const storedSegments = this.#segmentsByUser.get(userId)?.get(id);
    return storedSegments && Transcript.restore(structuredClone(storedSegments));
  }

  /** @returns the approximate size as JSON in bytes; undefined when there is no transcript. */
  estimateBytes(userId: string, id: string): number | undefined {
    const segments = this.#segmentsByUser.get(userId)?.get(id);
    return segments?.reduce((totalBytes, { text }) => totalBytes + SEGMENT_OVERHEAD_BYTES + text.length, 0);
  }

  getRange(userId: string, id: string, { from, to }: SegmentRange): readonly Segment[] {
    return structuredClone(this.#segmentsByUser.get(userId)?.get(id)?.slice(from, Math.max(from, to)) ?? []);
  }

  remove(userId: string, id: string): void {
    this.#segmentsByUser.get(userId)?.delete(id);
  }
}

/** The IDs of permanently deleted objects, without any other data. */
export class InMemoryTombstones {
  readonly #idsByUser = new Map<string, Set<string>>();

  add(userId: string, id: string): void {
    const ids = this.#idsByUser.get(userId) ?? new Set<string>();
    this.#idsByUser.set(userId, ids.add(id));
  }

  listByUser(userId: string): string[] {
    return [...(this.#idsByUser.get(userId) ?? [])];
  }

  listUserIds(): string[] {
    return [...this.#idsByUser.keys()];
  }

  has(userId: string, id: string): boolean {
    return this.#idsByUser.get(userId)?.has(id) ?? false;
  }
}

/** The greatest fencing token that has written the items of a conversation. */
export class InMemoryExtractionFences {
  readonly #fencesByUser = new Map<string, Map<string, number>>();

  /** Returns the fencing tokens by conversation. */
  getByUser(userId: string): ReadonlyMap<string, number> {
    return this.#fencesByUser.get(userId) ?? new Map();
  }

  listUserIds(): string[] {
    return [...this.#fencesByUser.keys()];
  }

  /** @returns false when the stored token is at least as great; then nothing changes. */
  raise(userId: string, conversationId: string, fence: number): boolean {
    const current = this.getByUser(userId).get(conversationId);
    if (current !== undefined && current >= fence) return false;
    this.#fencesByUser.set(userId, new Map(this.getByUser(userId)).set(conversationId, fence));
    return true;
  }

  /** @throws DomainError `conflict` when a greater token has written; then nothing changes. */
  advance(userId: string, conversationId: string, fence: number): void {
    const fences = this.#fencesByUser.get(userId) ?? new Map<string, number>();
    assertLatestFence(fences.get(conversationId) ?? 0, fence);
    this.#fencesByUser.set(userId, fences.set(conversationId, fence));
  }
}
