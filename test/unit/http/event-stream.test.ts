import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { eventIdIn, EventStream, type ServerSentEvent } from "../../../src/adapters/http/event-stream.js";
import { HttpError } from "../../../src/adapters/http/errors.js";
import { until } from "../../support/waiting.js";

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
const options = { heartbeatMs: 60_000, patienceMs: 60_000, mostBuffered: 1_000, longestMs: 60_000 };

describe("an event stream", () => {
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

  it("writes events as the standard has it, whatever is in them, and ends with its source", async () => {
    open();
    read();
    await until(() => source.asked === 1);
    source.give(event(1, { text: "two\nlines\r\nand a \u2028" }), event(2));
    await until(() => source.asked === 2);
    expect(heard).to.equal(
      'id: 1\nevent: notification\ndata: {"text":"two\\nlines\\r\\nand a \u2028"}\n\nid: 2\nevent: notification\ndata: {}\n\n',
    );
    const ended = new Promise((resolve) => stream.once("end", resolve));
    source.end();
    await ended;
    await until(() => source.isClosed);
  });

  it("asks for no more than is read, and drops who takes too long", async () => {
    open({ patienceMs: 100 });
    stream.read(0);
    await until(() => source.asked === 1);
    source.give(event(1, "x".repeat(2_000)));
    await until(() => stream.destroyed);
    expect([source.asked, source.isClosed]).to.deep.equal([1, true]);
  });

  it("keeps who takes it in time", async () => {
    open({ patienceMs: 3_000 });
    stream.read(0);
    await until(() => source.asked === 1);
    source.give(event(1, "x".repeat(2_000)));
    await until(() => stream.readableLength > 2_000);
    read();
    await until(() => source.asked === 2);
    await sleep(600);
    expect([stream.destroyed, heard.length > 2_000]).to.deep.equal([false, true]);
  });

  it("shows that it lives when there is nothing to say, and goes on telling", async () => {
    open({ heartbeatMs: 20 });
    read();
    await until(() => heard.startsWith(":\n\n:\n\n"));
    expect(source.asked).to.equal(1);
    source.give(event(1));
    await until(() => heard.includes("id: 1"));
  });

  it("ends after its time, so that whoever comes back is looked at anew", async () => {
    open({ longestMs: 50 });
    read();
    await until(() => source.isClosed);
  });

  it("ends with whatever its source throws", async () => {
    open();
    const failure = new Error("The store cannot be used now");
    source.next = () => Promise.reject(failure);
    const failed = new Promise((resolve) => stream.once("error", resolve));
    read();
    expect(await failed).to.equal(failure);
    expect(source.isClosed).to.equal(true);
  });
});

describe("the id of an event", () => {
  it("is a number, or none", () => {
    expect([undefined, "0", "12"].map(eventIdIn)).to.deep.equal([undefined, 0, 12]);
    for (const wrong of ["", "-1", "1.5", "0x1", " 1", "9".repeat(16), "yesterday"]) {
      expect(() => eventIdIn(wrong), wrong).to.throw(HttpError);
    }
  });
});
