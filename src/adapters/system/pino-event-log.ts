import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";
import type { EventLog, LogFields } from "../../ports/driven/runtime/system.js";
import { FdWriter, BufferedLineWriter } from "./log-output.js";

/** From the most to the least verbose. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_STREAMS = ["stdout", "stderr"] as const;

export type LogStream = (typeof LOG_STREAMS)[number];

export interface PinoEventLogOptions {
  /** Events below this level are dropped; `info` by default. */
  readonly level?: LogLevel;
  /** Where the lines are written; standard output by default. */
  readonly stream?: LogStream | DestinationStream;
}

/**
 * Writes one JSON line per event:
 * `{"level":"warn","time":"2026-01-05T09:00:00.000Z","attempt":2,"event":"webhook.failed"}`.
 */
export class PinoEventLog implements EventLog {
  private readonly logger: Logger;
  /** Writes the buffered lines. */
  readonly flush: () => void;

  constructor({ level = "info", stream = "stdout" }: PinoEventLogOptions = {}) {
    const destination = typeof stream === "string" ? getStreamWriter(stream) : stream;
    this.flush = destination instanceof BufferedLineWriter ? () => destination.flushSync() : () => undefined;
    const options = {
      level,
      base: null,
      messageKey: "event",
      timestamp: createTimestampFormatter(),
      formatters: { level: (label: string) => ({ level: label }) },
      serializers: { error: stdSerializers.err },
    };
    this.logger = pino(options, destination);
  }

  info(event: string, fields: LogFields = {}): void {
    this.logger.info(fields, event);
  }

  warn(event: string, fields: LogFields = {}): void {
    this.logger.warn(fields, event);
  }

  /** Flushes at once, so that the cause of a crash is in the log. */
  error(event: string, fields: LogFields = {}): void {
    this.logger.error(fields, event);
    this.flush();
  }
}

const DESCRIPTOR_BY_STREAM: Readonly<Record<LogStream, number>> = { stdout: 1, stderr: 2 };

const writerByStream = new Map<LogStream, BufferedLineWriter>();

/** Returns the one writer of the process for the stream. It is flushed when the process exits. */
function getStreamWriter(stream: LogStream): BufferedLineWriter {
  const existing = writerByStream.get(stream);
  if (existing) return existing;
  const writer = new BufferedLineWriter(new FdWriter(DESCRIPTOR_BY_STREAM[stream]));
  process.once("exit", () => writer.flushSync());
  writerByStream.set(stream, writer);
  return writer;
}

/** Caches the formatted time, because many lines are written within a millisecond. */
function createTimestampFormatter(): () => string {
  let lastMs = NaN;
  let cachedMember = "";
  return () => {
    const nowMs = Date.now();
    if (nowMs !== lastMs) cachedMember = `,"time":"${new Date(nowMs).toISOString()}"`;
    lastMs = nowMs;
    return cachedMember;
  };
}
