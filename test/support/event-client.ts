import { request, type IncomingMessage } from "node:http";
import { waitUntil } from "./eventually.js";

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** A client of an event stream that stores all received events. */
export class EventClient {
  readonly receivedEvents: ReceivedEvent[] = [];
  hasEnded = false;
  private buffer = "";

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => this.handleChunk(chunk));
    response.on("close", () => (this.hasEnded = true)).on("error", () => undefined);
  }

  /** @throws Error for a response that is not an event stream. */
  static async open(url: string, credential: string | undefined, lastEventId?: string): Promise<EventClient> {
    const headers = {
      Authorization: `Bearer ${credential}`,
      ...(lastEventId === undefined ? {} : { "Last-Event-ID": lastEventId }),
    };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(`${url}/v1/dev/user/notifications/events`, { headers, agent: false })
        .on("response", resolve)
        .on("error", reject)
        .end();
    });
    if (response.statusCode !== 200 || !response.headers["content-type"]?.startsWith("text/event-stream"))
      throw new Error(`No event stream, but ${response.statusCode} ${response.headers["content-type"]}`);
    return new EventClient(response);
  }

  /** The value for `Last-Event-ID`; undefined before the first event. */
  get lastEventId(): string | undefined {
    return this.receivedEvents.at(-1)?.id;
  }

  /** The texts of the received notifications, in order. */
  get texts(): string[] {
    return this.receivedEvents
      .filter(({ event }) => event === "notification")
      .map(({ data }) => (data as { readonly text: string }).text);
  }

  /** Waits until `count` events have arrived, including `ready`. @throws Error after the timeout. */
  async waitForEvents(count: number): Promise<void> {
    await waitUntil(() => this.receivedEvents.length >= count);
  }

  async waitForEnd(): Promise<void> {
    await waitUntil(() => this.hasEnded);
  }

  /** Stops reading until `resume()`. */
  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  close(): void {
    this.response.destroy();
  }

  private handleChunk(chunk: string): void {
    const blocks = (this.buffer + chunk).split("\n\n");
    this.buffer = blocks.pop() ?? "";
    for (const block of blocks) if (!block.startsWith(":")) this.receivedEvents.push(parseEvent(block));
  }
}

function parseEvent(block: string): ReceivedEvent {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => [line.replace(/: .*/s, ""), line.replace(/^[a-z]+: /, "")]),
  );
  const { id = "", event = "", data = "" } = fields as Record<string, string>;
  return { id, event, data: JSON.parse(data) as unknown };
}
