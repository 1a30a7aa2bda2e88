import { isDeepStrictEqual } from "node:util";
import type { Random } from "../random.js";
import type { Answered } from "../client.js";
import { KeyedClient } from "../keyed-client.js";
import type { Callers, Found, Known, Reading, Resource, Write } from "./resource.js";

/** An object with every state that it may be in: one when all of its writes were answered. */
interface Entry<S> extends Known {
  id: string | undefined;
  receipt: unknown;
  possible: readonly (S | undefined)[];
  /** Whether a write is under way: an object has one writer at a time, so that there is an order of its states. */
  isBusy: boolean;
  /** Whether it was written to since it was last looked at. */
  isTouched: boolean;
}

/** A write under a key. */
interface Keyed<S> {
  readonly entry: Entry<S>;
  readonly write: Write<S>;
  readonly key: string;
  /** What the object may have been when it was sent first. */
  readonly before: Entry<S>["possible"];
}

export interface Tally {
  acknowledged: number;
  /** Because nothing could be written then. */
  refused: number;
  unanswered: number;
  /** How many were answered when they had been repeated under their keys. */
  repeated: number;
  /** Of those unanswered, what turned out to have taken effect, or not. */
  tookEffect: number;
  tookNone: number;
}

/** In this share of the turns something new is created. */
const CREATIONS = 0.45;
/** This share of the writes bears a key. */
const KEYED = 0.5;
/** Decision 10.1: what a repetition is answered while the first try may still be under way. */
const STILL_RUNNING = "A request with this Idempotency-Key is still being processed";
/** Decision 10.1: what it is answered when the write is done, and what it was answered is not known any more. */
const NOT_KEPT = "The answer to this Idempotency-Key is not kept";
/** So many requests at a time are sent to read back. */
const READERS = 16;

/**
 * Writes to a resource at random and knows of every object what must be read back: the state that was acknowledged,
 * or, for a write that was sent and never answered, the one before it or the one after it; when it bears a key it may be
 * repeated, and then it must be the one after it.
 */
export class Ledger<S = unknown> {
  readonly #entries = new Map<string, Entry<S>>();
  readonly tally: Tally = { acknowledged: 0, refused: 0, unanswered: 0, repeated: 0, tookEffect: 0, tookNone: 0 };

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
    const entry = isCreation ? this.#new() : random.of(idle);
    const write = isCreation ? this.resource.create(entry.mark, random) : this.resource.change(entry, random);
    if (!write) return this.#pause();
    const key = random.chance(KEYED) ? `${entry.mark}, write ${(this.#keys += 1)}` : undefined;
    await this.#send(callers, entry, write, key, refusals);
  }

  /**
   * Sends once more, under its key, what was never answered. Nothing else is written to its object before it is.
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
      this.tally.unanswered -= 1;
      this.tally.repeated += 1;
      sent.entry.isBusy = false;
      sent.entry.isTouched = true;
      if (detailOf(answered) === NOT_KEPT) sent.entry.possible = afterwards(sent);
      else this.#take(answered, sent, []);
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
  }

  async #send(
    callers: Callers,
    entry: Entry<S>,
    write: Write<S>,
    key: string | undefined,
    refusals: readonly number[],
  ): Promise<void> {
    const before = entry.possible;
    entry.possible = distinct([...before, ...afterwards({ write, before })]);
    entry.isBusy = true;
    entry.isTouched = true;
    this.tally.unanswered += 1;
    let answered: Answered;
    try {
      answered = await write.send(key === undefined ? callers : under(key, callers));
    } catch (error) {
      if (key === undefined) entry.isBusy = false;
      else this.#unanswered.push({ entry, write, key, before });
      throw error;
    }
    this.tally.unanswered -= 1;
    entry.isBusy = false;
    this.#take(answered, { entry, write, before }, refusals);
  }

  /** What an answer tells of an object. @throws Error when it must not be given. */
  #take(
    { status, body }: Answered,
    { entry, write, before }: Omit<Keyed<S>, "key">,
    refusals: readonly number[],
  ): void {
    if (status >= 200 && status < 300) {
      this.tally.acknowledged += 1;
      entry.possible = afterwards({ write, before });
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
function afterwards<S>({ write, before }: Pick<Keyed<S>, "write" | "before">): Entry<S>["possible"] {
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
