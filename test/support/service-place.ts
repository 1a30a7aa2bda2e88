/** What the processes of a service have in common: settings, and through them a store. */
export interface ServicePlace {
  readonly directory: string;
  /** Settings that choose the store; the data directory is not among them. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The environment of a process that uses the store. */
export function environmentOf({ directory, environment }: ServicePlace): Readonly<Record<string, string>> {
  return { ...environment, MNEME_DATA_DIR: directory };
}
