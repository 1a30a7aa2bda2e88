import { isDeepStrictEqual } from "node:util";
import type { SeededRandom } from "../random.js";
import type { ClientResponse } from "../api-client.js";
import { IdempotentClient } from "../idempotent-client.js";
import type { ModelClients, ListedObject, KnownObject, Reading, Resource, Write } from "./resource.js";

/** An object with all states that it may be in: one state if all of its writes received a response. */
interface ModelEntry<S> extends KnownObject {
  id: string | undefined;
  receipt: unknown;
  possible: PossibleStates<S>;
  /**
   * Whether a write is in progress, or was and its outcome is not known yet. An object has one writer at a time, so
   * that its states have an order.
   */
  isBusy: boolean;
  /** Whether it was written to since the last verification. */
  isTouched: boolean;
}

/** A write with an idempotency key that received no response. */
interface UnansweredWrite<S> {
  readonly entry: ModelEntry<S>;
  readonly write: Write<S>;
  readonly key: string;
  /** The possible states of the object when the write was first sent. */
  readonly before: PossibleStates<S>;
  /** Whether the write took effect; undefined if that is unknown. */
  tookEffect: boolean | undefined;
}

type PossibleStates<S> = readonly (S | undefined)[];

export interface WriteCounts {
  acknowledged: number;
  /** Writes that the service rejected with an allowed error. */
  refused: number;
  unanswered: number;
  /** Writes that received a response only when they were repeated under their keys. */
  repeated: number;
  /** Writes to an object with an earlier unanswered write. */
  overtaken: number;
  /** Unanswered writes that turned out to have taken effect, or not. */
  tookEffect: number;
  tookNone: number;
}

/** The share of writes that create an object. */
const CREATION_SHARE = 0.45;
/** The share of writes with an idempotency key. */
const KEYED_SHARE = 0.5;
/** The share of writes that, if possible, overtake the repetition of an unanswered write to the same object. */
const OVERTAKING_SHARE = 0.2;
/** The error of a repetition while the first request may still be running (decision 10.1). */
const IN_PROGRESS_DETAIL = "A request with this Idempotency-Key is still being processed";
/** The error of a repetition when the request is completed but its response is no longer stored (decision 10.1). */
const NOT_STORED_DETAIL = "The answer to this Idempotency-Key is not kept";
/** The maximum number of concurrent requests that read back. */
const MAX_CONCURRENT_READS = 16;

/** All counts are zero. Copy it: a model increments its counts in place. */
export const NO_WRITES: WriteCounts = {
  acknowledged: 0,
  refused: 0,
  unanswered: 0,
  repeated: 0,
  overtaken: 0,
  tookEffect: 0,
  tookNone: 0,
};

/**
 * Writes to a resource at random and tracks what each object must read as: the acknowledged state or, for a write
 * without a response, the state before or after it. A write with a key may be repeated; then it must have taken effect
 * exactly once, and before all later writes if a read showed that it did.
 */
export class ResourceModel<S = unknown> {
  readonly #entries = new Map<string, ModelEntry<S>>();
  readonly counts: WriteCounts = { ...NO_WRITES };

  #unanswered: UnansweredWrite<S>[] = [];
  #keyCount = 0;

  constructor(private readonly resource: Resource<S>) {
    const { initialState, name } = resource;
    if (initialState !== undefined)
      this.#entries.set(name, { ...emptyEntry(name), id: name, possible: [initialState] });
  }

  async prepare(callers: ModelClients): Promise<void> {
    await this.resource.prepare?.(callers);
  }

  /**
   * Sends one write.
   * @param allowedErrors statuses that may reject any write now: such a write must have no effect.
   * @throws the connection error, if the outcome of the write is unknown; Error for a wrong response.
   */
  async write(callers: ModelClients, random: SeededRandom, allowedErrors: readonly number[] = []): Promise<void> {
    const isCreation = this.resource.initialState === undefined && random.nextBoolean(CREATION_SHARE);
    const idleEntries = [...this.#entries.values()].filter(({ isBusy }) => !isBusy);
    if (!isCreation && idleEntries.length === 0) return this.#yieldToOthers();
    const unansweredEntries = random.nextBoolean(OVERTAKING_SHARE)
      ? idleEntries.filter((candidate) => this.#isUnanswered(candidate))
      : [];
    const entry = isCreation
      ? this.#addEntry()
      : random.choose(unansweredEntries.length > 0 ? unansweredEntries : idleEntries);
    const write = isCreation ? this.resource.create(entry.mark, random) : this.resource.change(entry, random);
    if (!write) return this.#yieldToOthers();
    const isKeyed = random.nextBoolean(KEYED_SHARE) && !this.#isUnanswered(entry);
    const key = isKeyed ? `${entry.mark}, write ${(this.#keyCount += 1)}` : undefined;
    await this.#send(callers, entry, write, key, allowedErrors);
  }

  /**
   * Repeats every unanswered write under its key.
   * @returns the number of writes that are still unanswered, because the first request may still be running.
   */
  async repeatUnanswered(callers: ModelClients): Promise<number> {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    await forEachConcurrently(unanswered, async (unansweredWrite) => {
      const response = await unansweredWrite.write.send(withIdempotencyKey(unansweredWrite.key, callers));
      if (errorDetailOf(response) === IN_PROGRESS_DETAIL) {
        this.#unanswered.push(unansweredWrite);
        return;
      }
      const { entry, write } = unansweredWrite;
      this.counts.unanswered -= 1;
      this.counts.repeated += 1;
      const { before, after: next, done } = this.#statesOnRepeat(unansweredWrite);
      entry.isBusy = false;
      entry.isTouched = true;
      if (errorDetailOf(response) === NOT_STORED_DETAIL) entry.possible = done;
      else this.#recordResponse(response, { entry, write, before, after: next }, []);
    });
    return this.#unanswered.length;
  }

  /**
   * Reads everything back: objects written to since the last verification by ID, the others from the list; all objects
   * by ID if `settled`. Afterwards the outcomes of unanswered writes are known as far as the readings show them.
   * @throws Error that names the first object with an unexpected reading.
   */
  async verify(callers: ModelClients, { settled = false } = {}): Promise<void> {
    const listedByMark = this.#indexByMark(await this.resource.list(callers));
    await forEachConcurrently([...this.#entries.values()], async (entry) => {
      const listed = listedByMark.get(entry.mark);
      entry.id ??= listed?.id;
      if (listed) this.#narrowStates(entry, listed.reading, settled);
      const { id } = entry;
      if (id !== undefined && (settled || entry.isTouched || !listed)) {
        const reading = await this.resource.get(callers, { ...entry, id });
        this.#narrowStates(entry, reading, settled);
        if (settled && !listed && reading && this.resource.isListed?.(reading))
          throw this.#createError(entry, "is not listed");
      }
      // An object without a known ID cannot be read while it is being processed.
      if (id === undefined && settled) this.#narrowStates(entry, undefined, settled);
      entry.isTouched = false;
    });
    for (const unansweredWrite of this.#unanswered) this.#resolveUnanswered(unansweredWrite);
  }

  async #send(
    callers: ModelClients,
    entry: ModelEntry<S>,
    write: Write<S>,
    key: string | undefined,
    allowedErrors: readonly number[],
  ): Promise<void> {
    const before = entry.possible;
    const next = applyToAll(write, before);
    if (this.#isUnanswered(entry)) this.counts.overtaken += 1;
    entry.possible = removeDuplicateStates([...before, ...next]);
    entry.isBusy = true;
    entry.isTouched = true;
    this.counts.unanswered += 1;
    let response: ClientResponse;
    try {
      response = await write.send(key === undefined ? callers : withIdempotencyKey(key, callers));
    } catch (error) {
      if (key === undefined) entry.isBusy = false;
      else this.#unanswered.push({ entry, write, key, before, tookEffect: undefined });
      throw error;
    }
    this.counts.unanswered -= 1;
    entry.isBusy = false;
    this.#recordResponse(response, { entry, write, before, after: next }, allowedErrors);
  }

  #isUnanswered(entry: ModelEntry<S>): boolean {
    return this.#unanswered.some((unansweredWrite) => unansweredWrite.entry === entry);
  }

  /** After a verification other writes may change the object before the repetition. A creation has to wait for it. */
  #resolveUnanswered(unansweredWrite: UnansweredWrite<S>): void {
    const { entry, write, before: current } = unansweredWrite;
    if (!entry.isBusy || write.creates) return;
    const next = applyToAll(write, current);
    const isPossibleAmong = (states: PossibleStates<S>): boolean =>
      entry.possible.some((state) => states.some((other) => isDeepStrictEqual(other, state)));
    if (!isPossibleAmong(current)) unansweredWrite.tookEffect = true;
    else if (!isPossibleAmong(next)) unansweredWrite.tookEffect = false;
    entry.isBusy = false;
  }

  /** The possible states when the repetition is rejected, when it is executed, and when it had taken effect before. */
  #statesOnRepeat({
    entry,
    write,
    before,
    tookEffect,
  }: UnansweredWrite<S>): Record<"before" | "after" | "done", PossibleStates<S>> {
    const { possible } = entry;
    const reapplied = applyToAll(write, possible);
    if (entry.isBusy) return { before, after: applyToAll(write, before), done: applyToAll(write, before) };
    if (tookEffect === undefined)
      return { before: possible, after: removeDuplicateStates([...possible, ...reapplied]), done: possible };
    return { before: possible, after: tookEffect ? possible : reapplied, done: possible };
  }

  /** Updates the possible states from a response. @throws Error for a response that is not allowed. */
  #recordResponse(
    { status, body }: ClientResponse,
    {
      entry,
      write,
      before,
      after,
    }: Pick<UnansweredWrite<S>, "entry" | "write" | "before"> & { readonly after: PossibleStates<S> },
    allowedErrors: readonly number[],
  ): void {
    if (status >= 200 && status < 300) {
      this.counts.acknowledged += 1;
      entry.possible = after;
      if (write.creates) this.#recordCreation(entry, body);
    } else if (allowedErrors.includes(status)) {
      this.counts.refused += 1;
      entry.possible = before;
    } else {
      entry.possible = before.filter((state) => write.errorStatuses?.(state).includes(status));
      if (entry.possible.length > 0) return;
      throw this.#createError(entry, `"${write.name}" was answered ${status}: ${JSON.stringify(body)}`);
    }
  }

  #recordCreation(entry: ModelEntry<S>, receipt: unknown): void {
    const id = this.resource.idOf(receipt);
    if (entry.id !== undefined && entry.id !== id) throw this.#createError(entry, `was created again as ${id}`);
    entry.id = id;
    entry.receipt = receipt;
  }

  /** Keeps the possible states that match the reading. @throws Error if none does. */
  #narrowStates(entry: ModelEntry<S>, reading: Reading | undefined, settled: boolean): void {
    const matching = entry.possible.filter((state) => this.#isConsistent(state, reading, settled));
    if (matching.length === 0) {
      const expected = entry.possible.map((state) => this.#readingsOf(state, settled));
      throw this.#createError(
        entry,
        `reads ${JSON.stringify(reading ?? null)}, which is none of ${JSON.stringify(expected)}`,
      );
    }
    if (matching.length === entry.possible.length) return;
    const tookEffect = !matching.includes(entry.possible[0]);
    this.counts[tookEffect ? "tookEffect" : "tookNone"] += 1;
    entry.possible = matching;
  }

  #isConsistent(state: S | undefined, reading: Reading | undefined, settled: boolean): boolean {
    const readings = this.#readingsOf(state, settled);
    if (reading === undefined) return readings.length === 0;
    return readings.some((expected) =>
      Object.entries(reading).every(([field, value]) => isDeepStrictEqual(value, expected[field])),
    );
  }

  #readingsOf(state: S | undefined, settled: boolean): readonly Reading[] {
    return state === undefined ? [] : this.resource.readings(state, settled);
  }

  #indexByMark(listed: readonly ListedObject[]): Map<string, ListedObject> {
    const byMark = new Map<string, ListedObject>();
    for (const object of listed) {
      const entry = this.#entries.get(object.mark);
      if (!entry) throw new Error(`${this.resource.name} ${object.id} was not created by any client`);
      if (byMark.has(object.mark)) throw this.#createError(entry, "is there more than once");
      byMark.set(object.mark, object);
    }
    return byMark;
  }

  #addEntry(): ModelEntry<S> {
    const entry: ModelEntry<S> = emptyEntry(`${this.resource.name} ${this.#entries.size + 1}`);
    this.#entries.set(entry.mark, entry);
    return entry;
  }

  #createError({ mark, id }: ModelEntry<S>, problem: string): Error {
    return new Error(`${mark} (${id ?? "of unknown id"}) ${problem}`);
  }

  /** Lets other writers run when this one has nothing to do. */
  async #yieldToOthers(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const emptyEntry = (mark: string) => ({
  mark,
  id: undefined,
  receipt: undefined,
  possible: [undefined],
  isBusy: false,
  isTouched: false,
});

/** Returns the possible states after the write took effect. */
function applyToAll<S>(write: Write<S>, before: PossibleStates<S>): PossibleStates<S> {
  return removeDuplicateStates(before.map((state) => write.effect(state)));
}

function withIdempotencyKey(key: string, { keyClient, tokenClient, otherUserClient }: ModelClients): ModelClients {
  return {
    keyClient: new IdempotentClient(keyClient, key),
    tokenClient: new IdempotentClient(tokenClient, key),
    otherUserClient: new IdempotentClient(otherUserClient, key),
  };
}

/** Returns undefined for a response that is not an error. */
function errorDetailOf({ body }: ClientResponse): unknown {
  return (body as { readonly detail?: unknown } | undefined)?.detail;
}

function removeDuplicateStates<T>(states: readonly T[]): T[] {
  return states.filter((state, index) => states.findIndex((other) => isDeepStrictEqual(other, state)) === index);
}

async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items.values();
  const worker = async (): Promise<void> => {
    for (const item of iterator) await work(item);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_READS }, worker));
}
