/** The common configuration of the processes of a service, which determines their store. */
export interface ServiceConfig {
  readonly directory: string;
  /** Settings that select the store, without the data directory. */
  readonly environment: Readonly<Record<string, string>>;
  /** To be called after a process was killed, for cleanup that the store itself does only after a long time. */
  readonly afterKill?: () => Promise<void>;
}

/** Returns the environment of a process that uses the store. */
export function environmentOf({ directory, environment }: ServiceConfig): Readonly<Record<string, string>> {
  return { ...environment, MNEME_DATA_DIR: directory };
}
