import type { Answered, Client } from "../client.js";
import type { Random } from "../random.js";

/** Who calls. */
export interface Callers {
  /** A developer key with all scopes. */
  readonly keyed: Client;
  /** An identity token of the same user. */
  readonly identified: Client;
  /** An identity token of another user, for what would show in the first one's objects. */
  readonly another: Client;
}

/** What a client sees of an object: it is compared with what must be seen, field by field. */
export type Reading = Readonly<Record<string, unknown>>;

/** An object that a client came upon without knowing it. */
export interface Found {
  readonly mark: string;
  readonly id: string;
  readonly reading: Reading;
}

/** An object as its writer knows it. */
export interface Known {
  /** What its creation named it by, and what it is recognised by when its creation was never answered. */
  readonly mark: string;
  /** Undefined as long as nobody has told it. */
  readonly id: string | undefined;
  /** What the service answered when it was created; undefined when it did not. */
  readonly receipt: unknown;
}

/** One write, and what it makes of an object once it has taken effect; an undefined state is absence. */
export interface Write<S> {
  readonly name: string;
  send(callers: Callers): Promise<Answered>;
  effect(before: S | undefined): S | undefined;
  /** Whether the body that answers it shows the object as it is then; asked where it has one that does. */
  shows?(body: unknown, after: S | undefined): boolean;
  /** Whether its answer is a creation's receipt: the first one, or that of a repetition. */
  readonly creates?: true;
  /** Statuses that may refuse it in this state, without any effect; others than these and 2xx are faults. */
  refusals?(before: S | undefined): readonly number[];
}

/**
 * One resource of the API, as far as its writes can be told from outside: all that is needed to write to it at random
 * and to know what must be read back.
 */
export interface Resource<S> {
  readonly name: string;
  /** What is there from the start, for a resource of one object that nobody creates. */
  readonly only?: S;
  /** Learns what the model cannot know by itself. Called before any write. */
  prepare?(callers: Callers): Promise<void>;
  /** A new object that bears the mark; not called for a resource of one object. */
  create(mark: string, random: Random): Write<S>;
  /** Some change, removal or repetition, also of an object that is gone; undefined when nothing can be done. */
  change(known: Known, random: Random): Write<S> | undefined;
  /** What a creation's answer calls the object. */
  idOf(receipt: unknown): string;
  list(callers: Callers): Promise<readonly Found[]>;
  /** Whether what reads like this must be listed, for a resource whose list leaves some out. */
  isListed?(reading: Reading): boolean;
  /** Asks for the list in several ways. @throws Error when its order or a selection is not what it must be. */
  checkLists?(callers: Callers, random: Random): Promise<void>;
  /** Undefined when there is none. */
  get(callers: Callers, known: Known & { readonly id: string }): Promise<Reading | undefined>;
  /**
   * All that may be read of an object in this state; nothing when it was deleted. A reading may lack fields of these;
   * it may not have others.
   * @param settled whether all background work has come to its end.
   */
  readings(state: S, settled: boolean): readonly Reading[];
}
