import type { Application } from "../../application/create-application.js";
import type { StoreCounts } from "../../ports/driven/store-statistics.js";
import type { Ids } from "../../ports/driven/ids.js";
import type { Clock } from "../../ports/driven/clock.js";
import type { Archives } from "./archive-commands.js";
import type { Backups } from "./backup-commands.js";

export interface Listening {
  /** What clients call us by. */
  readonly url: string;
  /** Where we can be reached from this machine, whatever clients call us by. */
  readonly address: string;
  /** Where metrics are served; undefined for nowhere. */
  readonly metrics?: string;
}

/** Something that a model may do, and otherwise a built-in. */
export interface Maker {
  /** As what it makes is signed. */
  readonly id: string;
  /** Of its endpoint; undefined for a built-in one. */
  readonly host: string | undefined;
}

/** How the service stands, for whoever runs it. */
export interface ServiceStatus {
  /** Where everything is kept. */
  readonly store: string;
  readonly counts: StoreCounts;
  readonly summariser: Maker;
  readonly embedder: Maker;
  /** Memories that a search finds by the vectors of the embedder in use too. */
  readonly embedded: number;
  readonly rateLimiter: Maker & { readonly available: boolean };
  /** Completed conversations that the built-in summariser made while a model is configured. */
  readonly madeWithoutModel: number;
}

/** The service as the command line sees it: opened on its store, listening only when asked to. */
export interface Program {
  readonly application: Application;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Whether what is written outlives this process. */
  readonly keepsData: boolean;
  /** The absolute path of the data directory; undefined when the data is in MongoDB. */
  readonly dataDirectory: string | undefined;
  readonly archives: Archives;
  /** An identity token, when the service issues its own (decision 1.7). */
  issueToken?(input: { userId: string; lifetimeSeconds: number }): Promise<string>;
  status(): Promise<ServiceStatus>;
  /** Serves HTTP, at the settings' port unless another is named, and begins the background work. */
  listen(where?: { readonly port: number }): Promise<Listening>;
  /** Ends requests and background work in order, and closes the store. */
  close(): Promise<void>;
}

/** Settings that a command decides, by their names in the environment. */
export type Overrides = Readonly<Record<string, string>>;

export interface Surroundings {
  /**
   * @param overrides what the command decides for itself.
   * @param usual what it has where the environment says nothing.
   */
  readonly open: (overrides?: Overrides, usual?: Overrides) => Promise<Program>;
  readonly print: (text: string) => void;
  /** Reads a secret from standard input; prompts for it at a terminal. */
  readonly readSecret: (prompt: string) => Promise<string>;
  /** Resolves when the person, or the system, asks the program to end. */
  readonly untilAskedToStop: () => Promise<void>;
  readonly backups: Backups;
  readonly version: string;
}
