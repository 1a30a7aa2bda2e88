import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { parseLastEventId, EventStream, type ServerSentEvent } from "../../../src/adapters/http/kernel/event-stream.js";
import { HttpError } from "../../../src/adapters/http/kernel/errors.js";
import { waitUntil } from "../../support/eventually.js";

/** A source that tells what it is given, and remembers how often it was asked. */
class Source {
  asked = 0;
  isClosed = false;
  private tell: (events: readonly ServerSentEvent[] | undefined) => void = () => undefined;

  next(): Promise<readonly ServerSentEvent[] | undefined> {
    this.asked += 1;
    return new Promise((resolve) => (this.tell = resolve));
  }

  give(...events: readonly ServerSentEvent[]): void {
    this.tell(events);
  }

  end(): void {
    this.tell(undefined);
  }

  close(): void {
    this.isClosed = true;
  }
}

const event = (id: number, data: unknown = {}): ServerSentEvent => ({ id, event: "notification", data });
const options = { heartbeatMs: 60_000, slowClientTimeoutMs: 60_000, maxBufferedBytes: 1_000, maxDurationMs: 60_000 };

describe("The server-sent event stream", () => {
  let source: Source;
  let stream: EventStream;
  let heard: string;

  const open = (changed: Partial<typeof options> = {}) => {
    source = new Source();
    stream = new EventStream(source, { ...options, ...changed });
    heard = "";
  };
  const read = () => stream.on("data", (chunk: Buffer) => (heard += chunk.toString()));
  afterEach(() => stream.destroy());

  it("writes events in the standard format and ends with its source", async () => {
    open();
    read();
    await waitUntil(() => source.asked === 1);
    source.give(event(1, { text: "two\nlines\r\nand a \u2028" }), event(2));
    await waitUntil(() => source.asked === 2);
    expect(heard).to.equal(
      'id: 1\nevent: notification\ndata: {"text":"two\\nlines\\r\\nand a \u2028"}\n\nid: 2\nevent: notification\ndata: {}\n\n',
    );
    const ended = new Promise((resolve) => stream.once("end", resolve));
    source.end();
    await ended;
    await waitUntil(() => source.isClosed);
  });

  it("applies backpressure and disconnects a client that reads too slowly", async () => {
    open({ slowClientTimeoutMs: 100 });
    stream.read(0);
    await waitUntil(() => source.asked === 1);
    source.give(event(1, "x".repeat(2_000)));
    await waitUntil(() => stream.destroyed);
    expect([source.asked, source.isClosed]).to.deep.equal([1, true]);
  });

  it("keeps a slow client that reads within the timeout", async () => {
    open({ slowClientTimeoutMs: 3_000 });
    stream.read(0);
    await waitUntil(() => source.asked === 1);
    source.give(event(1, "x".repeat(2_000)));
    await waitUntil(() => stream.readableLength > 2_000);
    read();
    await waitUntil(() => source.asked === 2);
    await sleep(600);
    expect([stream.destroyed, heard.length > 2_000]).to.deep.equal([false, true]);
  });

  it("sends heartbeats while there are no events, and later events after them", async () => {
    open({ heartbeatMs: 20 });
    read();
    await waitUntil(() => heard.startsWith(":\n\n:\n\n"));
    expect(source.asked).to.equal(1);
    source.give(event(1));
    await waitUntil(() => heard.includes("id: 1"));
  });

  it("ends after the maximum duration so that the client reconnects", async () => {
    open({ maxDurationMs: 50 });
    read();
    await waitUntil(() => source.isClosed);
  });

  it("fails with the error of its source", async () => {
    open();
    const failure = new Error("The store cannot be used now");
    source.next = () => Promise.reject(failure);
    const failed = new Promise((resolve) => stream.once("error", resolve));
    read();
    expect(await failed).to.equal(failure);
    expect(source.isClosed).to.equal(true);
  });
});

describe("The Last-Event-ID header", () => {
  it("is a non-negative integer or absent", () => {
    expect([undefined, "0", "12"].map(parseLastEventId)).to.deep.equal([undefined, 0, 12]);
    for (const wrong of ["", "-1", "1.5", "0x1", " 1", "9".repeat(16), "yesterday"]) {
      expect(() => parseLastEventId(wrong), wrong).to.throw(HttpError);
    }
  });
});
