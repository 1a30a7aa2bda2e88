import { request, type IncomingMessage } from "node:http";
import { until } from "./waiting.js";

export interface HeardEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** One who listens to an event stream, and remembers all that they have heard. */
export class EventClient {
  readonly heard: HeardEvent[] = [];
  isEnded = false;
  private text = "";

  private constructor(private readonly response: IncomingMessage) {
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => this.take(chunk));
    response.on("close", () => (this.isEnded = true)).on("error", () => undefined);
  }

  /** @throws Error for an answer that is no event stream. */
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

  /** As its `Last-Event-ID` says it. */
  get lastId(): string | undefined {
    return this.heard.at(-1)?.id;
  }

  /** The texts of the notifications, as they were heard. */
  get texts(): string[] {
    return this.heard
      .filter(({ event }) => event === "notification")
      .map(({ data }) => (data as { readonly text: string }).text);
  }

  /** Waits until so many have been heard, `ready` too. @throws Error when they are not. */
  async hear(count: number): Promise<void> {
    await until(() => this.heard.length >= count);
  }

  async ended(): Promise<void> {
    await until(() => this.isEnded);
  }

  /** Reads no more, and goes on reading. */
  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  close(): void {
    this.response.destroy();
  }

  private take(chunk: string): void {
    const blocks = (this.text + chunk).split("\n\n");
    this.text = blocks.pop() ?? "";
    for (const block of blocks) if (!block.startsWith(":")) this.heard.push(eventIn(block));
  }
}

function eventIn(block: string): HeardEvent {
  const fields = Object.fromEntries(
    block.split("\n").map((line) => [line.replace(/: .*/s, ""), line.replace(/^[a-z]+: /, "")]),
  );
  const { id = "", event = "", data = "" } = fields as Record<string, string>;
  return { id, event, data: JSON.parse(data) as unknown };
}
