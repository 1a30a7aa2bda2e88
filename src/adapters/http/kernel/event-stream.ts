import { Readable } from "node:stream";
import type Koa from "koa";
import { ValidationFailure } from "../../../domain/rules.js";
import { createValidationError } from "./errors.js";

export interface ServerSentEvent {
  /** A client that reconnects after this event sends this ID as `Last-Event-ID`. */
  readonly id: number;
  readonly event: string;
  readonly data: unknown;
}

/** A source of server-sent events. */
export interface EventProducer {
  /** Resolves with the next events as soon as there are some; `undefined` at the end of the stream. */
  next(): Promise<readonly ServerSentEvent[] | undefined>;
  /** Ends the stream and releases its resources. */
  close(): void;
}

export interface EventStreamOptions {
  /** The interval of comments on an idle stream, which keep proxies and clients from closing the connection. */
  readonly heartbeatMs: number;
  /** How long the buffer of `maxBufferedBytes` may stay full before the stream is destroyed. */
  readonly slowClientTimeoutMs: number;
  readonly maxBufferedBytes: number;
  /** The duration after which the stream ends; the client then reconnects and is authenticated again. */
  readonly maxDurationMs: number;
}

/** `heartbeatMs` is well below the idle timeout of a connection (`SOCKET_IDLE_TIMEOUT_MS`). */
const DEFAULT_OPTIONS: EventStreamOptions = {
  heartbeatMs: 15_000,
  slowClientTimeoutMs: 5_000,
  maxBufferedBytes: 64 * 1024,
  maxDurationMs: 5 * 60_000,
};

/** A comment, which clients ignore. */
const HEARTBEAT_COMMENT = ":\n\n";

/** The format of an event ID. */
export const EVENT_ID_PATTERN = /^[0-9]{1,15}$/;

/**
 * Parses the `Last-Event-ID` header; returns undefined when it is absent.
 * @throws HttpError 422 for an invalid event ID.
 */
export function parseLastEventId(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (EVENT_ID_PATTERN.test(header)) return Number(header);
  const failure = ValidationFailure.create("value_error", "Input should be the id of an event");
  throw createValidationError(failure.prefixPath("Last-Event-ID").prefixPath("header").violations);
}

/**
 * An event stream (HTML standard, section 9.2). It requests events from the producer only as fast as the client reads.
 * A client that does not read is disconnected, and resumes after its last event when it reconnects.
 */
export class EventStream extends Readable {
  private isFetching = false;
  private slowClientTimer: NodeJS.Timeout | undefined;
  private readonly heartbeatTimer: NodeJS.Timeout;
  private readonly maxDurationTimer: NodeJS.Timeout;

  constructor(
    private readonly producer: EventProducer,
    private readonly options: EventStreamOptions = DEFAULT_OPTIONS,
  ) {
    super({ highWaterMark: options.maxBufferedBytes });
    this.heartbeatTimer = setInterval(() => {
      if (this.readableLength === 0 && !this.readableEnded) this.push(HEARTBEAT_COMMENT);
    }, options.heartbeatMs);
    this.maxDurationTimer = setTimeout(() => this.producer.close(), options.maxDurationMs);
  }

  /** Sends the stream as the response to the request. */
  sendTo(context: Koa.Context): void {
    context.status = 200;
    context.set({
      "Content-Type": "text/event-stream; charset=utf-8",
      "X-Accel-Buffering": "no",
    });
    context.body = this;
  }

  override _read(): void {
    clearTimeout(this.slowClientTimer);
    if (!this.isFetching) void this.fetchEvents();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearInterval(this.heartbeatTimer);
    clearTimeout(this.maxDurationTimer);
    clearTimeout(this.slowClientTimer);
    this.producer.close();
    callback(error);
  }

  private async fetchEvents(): Promise<void> {
    this.isFetching = true;
    try {
      const events = await this.producer.next();
      this.isFetching = false;
      if (!this.destroyed) this.pushEvents(events);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  private pushEvents(events: readonly ServerSentEvent[] | undefined): void {
    const hasCapacity = this.push(events === undefined ? null : events.map(formatEvent).join(""));
    if (hasCapacity || events === undefined) return;
    clearTimeout(this.slowClientTimer);
    this.slowClientTimer = setTimeout(() => this.destroy(), this.options.slowClientTimeoutMs);
  }
}

function formatEvent({ id, event, data }: ServerSentEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
