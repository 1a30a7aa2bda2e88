import { isDeepStrictEqual } from "node:util";
import type { Random } from "../random.js";
import type { Answered } from "../client.js";
import { KeyedClient } from "../keyed-client.js";
import type { Callers, Found, Known, Reading, Resource, Write } from "./resource.js";

/** An object with every state that it may be in: one when all of its writes were answered. */
interface Entry<S> extends Known {
  id: string | undefined;
  receipt: unknown;
  possible: States<S>;
  /**
   * Whether a write is under way, or was and it cannot be told yet what came of it: an object has one writer at a time,
   * so that there is an order of its states.
   */
  isBusy: boolean;
  /** Whether it was written to since it was last looked at. */
  isTouched: boolean;
}

/** A write under a key that was never answered. */
interface Keyed<S> {
  readonly entry: Entry<S>;
  readonly write: Write<S>;
  readonly key: string;
  /** What the object may have been when it was sent first. */
  readonly before: States<S>;
  /** Whether it has taken effect, if that can be seen. */
  tookEffect: boolean | undefined;
}

type States<S> = readonly (S | undefined)[];

export interface Tally {
  acknowledged: number;
  /** Because nothing could be written then. */
  refused: number;
  unanswered: number;
  /** How many were answered when they had been repeated under their keys. */
  repeated: number;
  /** How many were written to objects of which an older one was still to be repeated. */
  overtaken: number;
  /** Of those unanswered, what turned out to have taken effect, or not. */
  tookEffect: number;
  tookNone: number;
}

/** In this share of the turns something new is created. */
const CREATIONS = 0.45;
/** This share of the writes bears a key. */
const KEYED = 0.5;
/** This share goes, if possible, to what is to be repeated under its key, so that the repetition comes too late. */
const OVERTAKING = 0.2;
/** Decision 10.1: what a repetition is answered while the first try may still be under way. */
const STILL_RUNNING = "A request with this Idempotency-Key is still being processed";
/** Decision 10.1: what it is answered when the write is done, and what it was answered is not known any more. */
const NOT_KEPT = "The answer to this Idempotency-Key is not kept";
/** So many requests at a time are sent to read back. */
const READERS = 16;

/** The tally of nothing. To be copied, for a tally is counted on. */
export const noWrites: Tally = {
  acknowledged: 0,
  refused: 0,
  unanswered: 0,
  repeated: 0,
  overtaken: 0,
  tookEffect: 0,
  tookNone: 0,
};

/**
 * Writes to a resource at random and knows of every object what must be read back: the state that was acknowledged,
 * or, for a write that was sent and never answered, the one before it or the one after it; when it bears a key it may be
 * repeated, and must then have taken effect once: before all that was written since, if it can be seen that it did.
 */
export class Ledger<S = unknown> {
  readonly #entries = new Map<string, Entry<S>>();
  readonly tally: Tally = { ...noWrites };

  #unanswered: Keyed<S>[] = [];
  #keys = 0;

  constructor(private readonly resource: Resource<S>) {
    const { only, name } = resource;
    if (only !== undefined) this.#entries.set(name, { ...unborn(name), id: name, possible: [only] });
  }

  async prepare(callers: Callers): Promise<void> {
    await this.resource.prepare?.(callers);
  }

  /**
   * Sends one write.
   * @param refusals statuses that now may refuse any write: then nothing of it may be found.
   * @throws what the connection throws, the write being in doubt then; Error for a wrong answer.
   */
  async write(callers: Callers, random: Random, refusals: readonly number[] = []): Promise<void> {
    const isCreation = this.resource.only === undefined && random.chance(CREATIONS);
    const idle = [...this.#entries.values()].filter(({ isBusy }) => !isBusy);
    if (!isCreation && idle.length === 0) return this.#pause();
    const waiting = random.chance(OVERTAKING) ? idle.filter((each) => this.#isUnanswered(each)) : [];
    const entry = isCreation ? this.#new() : random.of(waiting.length > 0 ? waiting : idle);
    const write = isCreation ? this.resource.create(entry.mark, random) : this.resource.change(entry, random);
    if (!write) return this.#pause();
    const isKeyed = random.chance(KEYED) && !this.#isUnanswered(entry);
    const key = isKeyed ? `${entry.mark}, write ${(this.#keys += 1)}` : undefined;
    await this.#send(callers, entry, write, key, refusals);
  }

  /**
   * Sends once more, under its key, what was never answered.
   * @returns how much is not answered yet, because the service cannot know that its first try is over.
   */
  async repeat(callers: Callers): Promise<number> {
    const unanswered = this.#unanswered;
    this.#unanswered = [];
    await inTurns(unanswered, async (sent) => {
      const answered = await sent.write.send(under(sent.key, callers));
      if (detailOf(answered) === STILL_RUNNING) {
        this.#unanswered.push(sent);
        return;
      }
      const { entry, write } = sent;
      this.tally.unanswered -= 1;
      this.tally.repeated += 1;
      const { before, after, done } = this.#repetition(sent);
      entry.isBusy = false;
      entry.isTouched = true;
      if (detailOf(answered) === NOT_KEPT) entry.possible = done;
      else this.#take(answered, { entry, write, before, after }, []);
    });
    return this.#unanswered.length;
  }

  /**
   * Reads back everything: what was written to since the last time by its id, the rest by listing; all by id when the
   * work is settled. What was in doubt is in doubt no more afterwards.
   * @throws Error that names the first object that reads otherwise than it must.
   */
  async verify(callers: Callers, { settled = false } = {}): Promise<void> {
    const found = this.#byMark(await this.resource.list(callers));
    await inTurns([...this.#entries.values()], async (entry) => {
      const listed = found.get(entry.mark);
      entry.id ??= listed?.id;
      if (listed) this.#settle(entry, listed.reading, settled);
      const { id } = entry;
      if (id !== undefined && (settled || entry.isTouched || !listed)) {
        const reading = await this.resource.get(callers, { ...entry, id });
        this.#settle(entry, reading, settled);
        if (settled && !listed && reading && this.resource.isListed?.(reading))
          throw this.#fault(entry, "is not listed");
      }
      // What nobody has an id of cannot be asked for as long as it is processed.
      if (id === undefined && settled) this.#settle(entry, undefined, settled);
      entry.isTouched = false;
    });
    for (const sent of this.#unanswered) this.#judge(sent);
  }

  async #send(
    callers: Callers,
    entry: Entry<S>,
    write: Write<S>,
    key: string | undefined,
    refusals: readonly number[],
  ): Promise<void> {
    const before = entry.possible;
    const after = afterwards(write, before);
    if (this.#isUnanswered(entry)) this.tally.overtaken += 1;
    entry.possible = distinct([...before, ...after]);
    entry.isBusy = true;
    entry.isTouched = true;
    this.tally.unanswered += 1;
    let answered: Answered;
    try {
      answered = await write.send(key === undefined ? callers : under(key, callers));
    } catch (error) {
      if (key === undefined) entry.isBusy = false;
      else this.#unanswered.push({ entry, write, key, before, tookEffect: undefined });
      throw error;
    }
    this.tally.unanswered -= 1;
    entry.isBusy = false;
    this.#take(answered, { entry, write, before, after }, refusals);
  }

  #isUnanswered(entry: Entry<S>): boolean {
    return this.#unanswered.some((sent) => sent.entry === entry);
  }

  /** Once it has been looked at others may write to its object, before it is repeated. What is not there yet can wait. */
  #judge(sent: Keyed<S>): void {
    const { entry, write, before } = sent;
    if (!entry.isBusy || write.creates) return;
    const after = afterwards(write, before);
    const isAmong = (states: States<S>): boolean =>
      entry.possible.some((state) => states.some((other) => isDeepStrictEqual(other, state)));
    if (!isAmong(before)) sent.tookEffect = true;
    else if (!isAmong(after)) sent.tookEffect = false;
    entry.isBusy = false;
  }

  /** What the object may be when the repetition is refused, when it is answered, and when it has taken effect before. */
  #repetition({ entry, write, before, tookEffect }: Keyed<S>): Record<"before" | "after" | "done", States<S>> {
    const { possible } = entry;
    const again = afterwards(write, possible);
    if (entry.isBusy) return { before, after: afterwards(write, before), done: afterwards(write, before) };
    if (tookEffect === undefined) return { before: possible, after: distinct([...possible, ...again]), done: possible };
    return { before: possible, after: tookEffect ? possible : again, done: possible };
  }

  /** What an answer tells of an object. @throws Error when it must not be given. */
  #take(
    { status, body }: Answered,
    { entry, write, before, after }: Pick<Keyed<S>, "entry" | "write" | "before"> & { readonly after: States<S> },
    refusals: readonly number[],
  ): void {
    if (status >= 200 && status < 300) {
      this.tally.acknowledged += 1;
      entry.possible = after;
      if (write.creates) this.#learn(entry, body);
    } else if (refusals.includes(status)) {
      this.tally.refused += 1;
      entry.possible = before;
    } else {
      entry.possible = before.filter((state) => write.refusals?.(state).includes(status));
      if (entry.possible.length > 0) return;
      throw this.#fault(entry, `"${write.name}" was answered ${status}: ${JSON.stringify(body)}`);
    }
  }

  #learn(entry: Entry<S>, receipt: unknown): void {
    const id = this.resource.idOf(receipt);
    if (entry.id !== undefined && entry.id !== id) throw this.#fault(entry, `was created again as ${id}`);
    entry.id = id;
    entry.receipt = receipt;
  }

  /** Keeps of the possible states those that read like this. @throws Error when there is none. */
  #settle(entry: Entry<S>, reading: Reading | undefined, settled: boolean): void {
    const fitting = entry.possible.filter((state) => this.#fits(state, reading, settled));
    if (fitting.length === 0) {
      const wanted = entry.possible.map((state) => this.#readings(state, settled));
      throw this.#fault(entry, `reads ${JSON.stringify(reading ?? null)}, which is none of ${JSON.stringify(wanted)}`);
    }
    if (fitting.length === entry.possible.length) return;
    const tookEffect = !fitting.includes(entry.possible[0]);
    this.tally[tookEffect ? "tookEffect" : "tookNone"] += 1;
    entry.possible = fitting;
  }

  #fits(state: S | undefined, reading: Reading | undefined, settled: boolean): boolean {
    const readings = this.#readings(state, settled);
    if (reading === undefined) return readings.length === 0;
    return readings.some((wanted) =>
      Object.entries(reading).every(([field, value]) => isDeepStrictEqual(value, wanted[field])),
    );
  }

  #readings(state: S | undefined, settled: boolean): readonly Reading[] {
    return state === undefined ? [] : this.resource.readings(state, settled);
  }

  #byMark(found: readonly Found[]): Map<string, Found> {
    const byMark = new Map<string, Found>();
    for (const each of found) {
      const entry = this.#entries.get(each.mark);
      if (!entry) throw new Error(`${this.resource.name} ${each.id}: nobody has created it`);
      if (byMark.has(each.mark)) throw this.#fault(entry, "is there more than once");
      byMark.set(each.mark, each);
    }
    return byMark;
  }

  #new(): Entry<S> {
    const entry: Entry<S> = unborn(`${this.resource.name} ${this.#entries.size + 1}`);
    this.#entries.set(entry.mark, entry);
    return entry;
  }

  #fault({ mark, id }: Entry<S>, what: string): Error {
    return new Error(`${mark} (${id ?? "of unknown id"}) ${what}`);
  }

  /** So that a writer who finds nothing to do lets others go on. */
  async #pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const unborn = (mark: string) => ({
  mark,
  id: undefined,
  receipt: undefined,
  possible: [undefined],
  isBusy: false,
  isTouched: false,
});

/** What an object may be when the write has taken effect. */
function afterwards<S>(write: Write<S>, before: States<S>): States<S> {
  return distinct(before.map((state) => write.effect(state)));
}

function under(key: string, { keyed, identified, another }: Callers): Callers {
  return {
    keyed: new KeyedClient(keyed, key),
    identified: new KeyedClient(identified, key),
    another: new KeyedClient(another, key),
  };
}

/** Undefined for an answer that refuses nothing. */
function detailOf({ body }: Answered): unknown {
  return (body as { readonly detail?: unknown } | undefined)?.detail;
}

function distinct<T>(states: readonly T[]): T[] {
  return states.filter((state, index) => states.findIndex((other) => isDeepStrictEqual(other, state)) === index);
}

async function inTurns<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = all.values();
  const reader = async (): Promise<void> => {
    for (const each of waiting) await work(each);
  };
  await Promise.all(Array.from({ length: READERS }, reader));
}
