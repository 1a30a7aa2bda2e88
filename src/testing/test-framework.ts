/** The functions of a test framework that a contract suite needs; mocha and most others have them. */
export interface TestFramework {
  readonly describe: (title: string, suite: () => void) => unknown;
  readonly it: (title: string, test: () => Promise<void>) => unknown;
}

export interface OpenedSubject<T> {
  /** The object under test. It contains no data. */
  readonly subject: T;
  /** Called once after each test. */
  readonly close: () => Promise<void>;
  /** Moves the clock of a subject that has its own. */
  readonly advance?: (milliseconds: number) => void | Promise<void>;
}

/** Called once before each test; may empty and return a shared subject when opening one takes long. */
export type Open<T> = () => Promise<OpenedSubject<T>>;

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
    const openedSubject = await open();
    return { ...openedSubject, subject: select(openedSubject.subject) };
  };
}
