export interface Runner {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => Promise<void> | void): void;
}

export interface Opened<T> {
  readonly subject: T;
  close(): Promise<void>;
  advance?(milliseconds: number): void;
}

export type Open<T> = () => Promise<Opened<T>>;
