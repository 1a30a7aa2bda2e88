/** The functions of a test runner that a contract suite needs; mocha and most other runners have them. */
export interface Registrar {
  readonly describe: (title: string, suite: () => void) => unknown;
  readonly it: (title: string, test: () => Promise<void>) => unknown;
}

export interface Opened<T> {
  /** The object under test. It contains no data. */
  readonly subject: T;
  /** Called once after each test. */
  readonly close: () => Promise<void>;
  /** Moves the clock of a subject that has its own. */
  readonly advance?: (milliseconds: number) => void | Promise<void>;
}

/** Called once before each test; may empty and return a shared subject when opening one takes long. */
export type Open<T> = () => Promise<Opened<T>>;

/** Returns a test that opens a subject, and closes it whether the test passes or fails. */
export function withSubject<T>(open: Open<T>, test: (subject: T) => Promise<void>): () => Promise<void> {
  return async () => {
    const { subject, close } = await open();
    try {
      await test(subject);
    } finally {
      await close();
    }
  };
}

/** Opens a part of a subject. */
export function selectSubject<T, U>(open: Open<T>, select: (subject: T) => U): Open<U> {
  return async () => {
    const opened = await open();
    return { ...opened, subject: select(opened.subject) };
  };
}
