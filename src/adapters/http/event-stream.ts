import { Readable } from "node:stream";
import type Koa from "koa";
import { Refused } from "../../domain/rules.js";
import { misfit } from "./errors.js";

export interface ServerSentEvent {
  /** What a client that comes back has heard last, when this was it. */
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** What is told as it happens. */
export interface EventSource {
  /** Waits until there is something; undefined when it is over. */
  next(): Promise<readonly ServerSentEvent[] | undefined>;
  /** To be called when nobody listens any more. */
  close(): void;
}

export interface EventStreamOptions {
  /** How often something is said when there is nothing to say, so that nobody takes the connection for dead. */
  readonly heartbeatMs: number;
  /** How long a reader who has not taken `mostBuffered` bytes may take for some of them. */
  readonly patienceMs: number;
  readonly mostBuffered: number;
  /** How long it lasts: then whoever still may read comes back, and is looked at anew. */
  readonly longestMs: number;
}

/** The heartbeat comes well within the time that a connection may stand still. */
const usual: EventStreamOptions = {
  heartbeatMs: 15_000,
  patienceMs: 5_000,
  mostBuffered: 64 * 1024,
  longestMs: 5 * 60_000,
};

/** A comment. */
const HEARTBEAT = ":\n\n";

/** What an event's id looks like. */
export const EVENT_ID = /^[0-9]{1,15}$/;

/** @throws HttpError 422 for what is no event's id. */
export function eventIdIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (EVENT_ID.test(given)) return Number(given);
  const refused = Refused.because("value_error", "Input should be the id of an event");
  throw misfit(refused.under("Last-Event-ID").under("header").violations);
}

/**
 * An event stream (HTML standard, section 9.2). What there is to tell is asked for as fast as it is read, and no faster:
 * a reader who does not read is dropped, and goes on from their last event when they come back.
 */
export class EventStream extends Readable {
  private isAsking = false;
  private impatience: NodeJS.Timeout | undefined;
  private readonly heartbeat: NodeJS.Timeout;
  private readonly end: NodeJS.Timeout;

  constructor(
    private readonly source: EventSource,
    private readonly options: EventStreamOptions = usual,
  ) {
    super({ highWaterMark: options.mostBuffered });
    this.heartbeat = setInterval(() => {
      if (this.readableLength === 0 && !this.readableEnded) this.push(HEARTBEAT);
    }, options.heartbeatMs);
    this.end = setTimeout(() => this.source.close(), options.longestMs);
  }

  /** Becomes the answer to the request. */
  answer(context: Koa.Context): void {
    context.status = 200;
    context.set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    });
    context.body = this;
  }

  override _read(): void {
    clearTimeout(this.impatience);
    if (!this.isAsking) void this.ask();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.heartbeat);
    clearTimeout(this.end);
    clearTimeout(this.impatience);
    this.source.close();
    callback(error);
  }

  private async ask(): Promise<void> {
    this.isAsking = true;
    try {
      const events = await this.source.next();
      this.isAsking = false;
      if (!this.destroyed) this.tell(events);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  private tell(events: readonly ServerSentEvent[] | undefined): void {
    const isTaken = this.push(events === undefined ? null : events.map(written).join(""));
    if (isTaken || events === undefined) return;
    clearTimeout(this.impatience);
    this.impatience = setTimeout(() => this.destroy(), this.options.patienceMs);
  }
}

function written({ id, event, data }: ServerSentEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
