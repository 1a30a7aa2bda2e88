import type { ClientResponse, ApiClient } from "../api-client.js";
import type { SeededRandom } from "../random.js";

/** The clients of the model, one for each kind of caller. */
export interface ModelClients {
  /** Uses a developer key with all scopes. */
  readonly keyClient: ApiClient;
  /** Uses an identity token of the same user. */
  readonly tokenClient: ApiClient;
  /** Uses an identity token of another user. */
  readonly otherUserClient: ApiClient;
}

/** The fields of an object that a client reads; they are compared with the expected ones field by field. */
export type Reading = Readonly<Record<string, unknown>>;

/** An object as a list shows it. */
export interface ListedObject {
  readonly mark: string;
  readonly id: string;
  readonly reading: Reading;
}

/** An object as its writer knows it. */
export interface KnownObject {
  /** The unique text in the object that identifies it when its creation received no response. */
  readonly mark: string;
  /** Undefined as long as no response contained it. */
  readonly id: string | undefined;
  /** The response to the creation; undefined if there was none. */
  readonly receipt: unknown;
}

/** One write and the state of the object after it took effect; an undefined state means that the object is absent. */
export interface Write<S> {
  readonly name: string;
  send(callers: ModelClients): Promise<ClientResponse>;
  effect(current: S | undefined): S | undefined;
  /** Whether the body of a successful response shows the object in its state after the write. */
  shows?(body: unknown, next: S | undefined): boolean;
  /** Whether the response is the receipt of a creation, by the first request or a repetition. */
  readonly creates?: true;
  /** Statuses that may reject the write in this state, without any effect; other statuses except 2xx are faults. */
  errorStatuses?(current: S | undefined): readonly number[];
}

/**
 * One resource of the API as a client sees it: everything that is needed to write to it at random and to know what must
 * be read back.
 */
export interface Resource<S> {
  readonly name: string;
  /** The state at the start, for a resource that is a single object and is never created. */
  readonly initialState?: S;
  /** Reads what the model needs from the service. Called before any write. */
  prepare?(callers: ModelClients): Promise<void>;
  /** Creates an object that contains the mark; not called for a resource that is a single object. */
  create(mark: string, random: SeededRandom): Write<S>;
  /** Changes, removes or repeats the creation of an object, which may be deleted; undefined if no write is possible. */
  change(object: KnownObject, random: SeededRandom): Write<S> | undefined;
  /** Returns the ID from the receipt of a creation. */
  idOf(receipt: unknown): string;
  list(callers: ModelClients): Promise<readonly ListedObject[]>;
  /** Whether an object with this reading must be listed, for a resource whose list omits some objects. */
  isListed?(reading: Reading): boolean;
  /** Requests the list with several queries. @throws Error if the order or a selection is wrong. */
  checkLists?(callers: ModelClients, random: SeededRandom): Promise<void>;
  /** Returns undefined if the object does not exist. */
  get(callers: ModelClients, object: KnownObject & { readonly id: string }): Promise<Reading | undefined>;
  /**
   * All allowed readings of an object in this state; empty if it was deleted. A reading may lack fields of these; it
   * may not have others.
   * @param settled whether all background work has finished.
   */
  readings(state: S, settled: boolean): readonly Reading[];
}
