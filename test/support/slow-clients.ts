import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The slow part of a request: the headers, or the body after complete headers. */
export type SlowPart = "headers" | "body";

export interface SlowClientCommand {
  readonly command: "open" | "drop" | "wait";
  readonly count: number;
}

export interface SlowOutcome {
  readonly part: SlowPart;
  /** All text that the server sent. */
  readonly answer: string;
  /** In milliseconds from the first byte; null if the server did not end the connection in order. */
  readonly answeredAfterMs: number | null;
  readonly closedAfterMs: number;
}

/** Clients that send one byte per second, in a separate process, so that they slow down only the server. */
export class SlowClients {
  private constructor(private readonly child: ChildProcess) {}

  /** @param target the path of the requests, which use this credential. */
  static start(url: string, credential: string, target: string): SlowClients {
    return new SlowClients(fork(new URL("./slow-sender.js", import.meta.url), [url, credential, target]));
  }

  /** Opens `count` connections, half of them with slow headers. */
  async connect(count: number): Promise<void> {
    await this.request("open", count);
  }

  /** Closes all connections. */
  async disconnect(): Promise<void> {
    await this.request("drop");
  }

  /** Waits until the server has closed all connections. */
  async waitForOutcomes(): Promise<SlowOutcome[]> {
    return (await this.request("wait")) as SlowOutcome[];
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exited = once(this.child, "exit");
    this.child.kill();
    await exited;
  }

  private async request(request: SlowClientCommand["command"], count = 0): Promise<unknown> {
    const response = once(this.child, "message");
    this.child.send({ command: request, count } satisfies SlowClientCommand);
    const [{ result }] = (await response) as [{ readonly result: unknown }];
    return result;
  }
}
