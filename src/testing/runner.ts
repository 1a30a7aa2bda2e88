/** The two words of a test runner that a contract suite needs: those of mocha, and of most others. */
export interface Runner {
  readonly describe: (title: string, suite: () => void) => unknown;
  readonly it: (title: string, test: () => Promise<void>) => unknown;
}

export interface Opened<T> {
  /** What is under contract, holding nothing yet. */
  readonly subject: T;
  readonly close: () => Promise<void>;
  /** Lets time pass for a subject that has a clock of its own. */
  readonly advance?: (milliseconds: number) => void | Promise<void>;
}

export type Open<T> = () => Promise<Opened<T>>;

/** Opens a subject for the test alone, and closes it however the test ends. */
export function using<T>(open: Open<T>, test: (subject: T) => Promise<void>): () => Promise<void> {
  return async () => {
    const { subject, close } = await open();
    try {
      await test(subject);
    } finally {
      await close();
    }
  };
}
