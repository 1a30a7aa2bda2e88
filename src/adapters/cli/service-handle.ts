import type { Application } from "../../application/create-application.js";
import type { StoreCounts } from "../../ports/driven/store/store.js";
import type { IdGenerator, Clock } from "../../ports/driven/runtime/system.js";
import type { Archives } from "./archive-commands.js";
import type { Backups } from "./backup-commands.js";

export interface ListeningAddresses {
  /** The public URL for clients. */
  readonly url: string;
  /** The URL at which this machine reaches the service, regardless of the public URL. */
  readonly address: string;
  /** URL of the metrics; undefined if they are not served. */
  readonly metrics?: string;
}

/** A component with a built-in and an external implementation. */
export interface ComponentInfo {
  /** ID of the implementation. */
  readonly id: string;
  /** Host of its endpoint; undefined for a built-in implementation. */
  readonly host: string | undefined;
}

/** Status of the service for operators. */
export interface ServiceStatus {
  /** Describes the store and its location. */
  readonly store: string;
  readonly counts: StoreCounts;
  readonly summariser: ComponentInfo;
  readonly embedder: ComponentInfo;
  /** Number of memories that have a vector of the current embedder. */
  readonly embeddedMemories: number;
  readonly rateLimiter: ComponentInfo & { readonly available: boolean };
  /** Number of completed conversations that the built-in summariser processed although a model is configured. */
  readonly summarisedWithoutModel: number;
}

/** A service that is opened on its store; it serves HTTP only after `listen`. */
export interface ServiceHandle {
  readonly application: Application;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Whether the data outlives this process. */
  readonly isPersistent: boolean;
  /** The absolute path of the data directory; undefined when the data is in MongoDB. */
  readonly dataDirectory: string | undefined;
  readonly archives: Archives;
  /** Issues an identity token; absent if the tokens come from an OIDC issuer. */
  issueToken?(input: { userId: string; lifetimeSeconds: number }): Promise<string>;
  status(): Promise<ServiceStatus>;
  /** Serves HTTP at the configured port or the given one, and starts the background work. */
  listen(options?: { readonly port: number }): Promise<ListeningAddresses>;
  /** Stops requests and background work gracefully, then closes the store. */
  close(): Promise<void>;
}

/** Settings by the names of their environment variables. */
export type SettingOverrides = Readonly<Record<string, string>>;

export interface CliEnvironment {
  /**
   * @param overrides settings that replace those of the environment.
   * @param defaults settings for variables that the environment does not set.
   */
  readonly open: (overrides?: SettingOverrides, defaults?: SettingOverrides) => Promise<ServiceHandle>;
  /** @throws Error with a one-line message if there is no store that `open` could open without creating it. */
  readonly assertStoreExists: () => void;
  readonly print: (text: string) => void;
  /** Reads a secret from standard input; prompts for it at a terminal. */
  readonly readSecret: (prompt: string) => Promise<string>;
  /** Resolves when the user or the system requests the process to stop. */
  readonly waitForStopRequest: () => Promise<void>;
  readonly backups: Backups;
  readonly version: string;
}
