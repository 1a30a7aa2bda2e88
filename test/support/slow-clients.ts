import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Where it is slow: in its headers, or in the body that its good headers announce. */
export type SlowPart = "headers" | "body";

export interface SlowOrder {
  readonly order: "open" | "drop" | "wait";
  readonly count: number;
}

export interface SlowOutcome {
  readonly part: SlowPart;
  /** All that the server sent. */
  readonly answer: string;
  /** In milliseconds from the first byte; null when the server did not end its side in order. */
  readonly answeredAfterMs: number | null;
  readonly closedAfterMs: number;
}

/** Clients that send a byte a second, in a process of their own, so that they slow down nobody but the server. */
export class SlowClients {
  private constructor(private readonly child: ChildProcess) {}

  /** @param target the path that they ask for, and send to with this credential. */
  static start(url: string, credential: string, target: string): SlowClients {
    return new SlowClients(fork(new URL("./slow-sender.js", import.meta.url), [url, credential, target]));
  }

  /** Connects so many, half of them slow in the headers. */
  async open(count: number): Promise<void> {
    await this.order("open", count);
  }

  /** Ends them all. */
  async drop(): Promise<void> {
    await this.order("drop");
  }

  /** Waits until the server has ended them all. */
  async outcomes(): Promise<SlowOutcome[]> {
    return (await this.order("wait")) as SlowOutcome[];
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill();
    await exited;
  }

  private async order(order: SlowOrder["order"], count = 0): Promise<unknown> {
    const answered = once(this.child, "message");
    this.child.send({ order, count } satisfies SlowOrder);
    const [{ result }] = (await answered) as [{ readonly result: unknown }];
    return result;
  }
}
