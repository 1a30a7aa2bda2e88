import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";
import type { EventLog, Fields } from "../../ports/driven/event-log.js";
import { DescriptorSink } from "./descriptor-sink.js";
import { GatheredLines } from "./gathered-lines.js";

/** From the most to the least talkative. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export const logStreams = ["stdout", "stderr"] as const;

export type LogStream = (typeof logStreams)[number];

export interface PinoEventLogOptions {
  /** Quieter events are dropped. */
  readonly level?: LogLevel;
  /** Where the lines go; standard output when absent. */
  readonly stream?: LogStream | DestinationStream;
}

/** One JSON line an event: `{"level":"warn","time":"2026-01-05T09:00:00.000Z","attempt":2,"event":"webhook.failed"}`. */
export class PinoEventLog implements EventLog {
  private readonly logger: Logger;
  /** Writes what was gathered. */
  readonly flush: () => void;

  constructor({ level = "info", stream = "stdout" }: PinoEventLogOptions = {}) {
    const lines = typeof stream === "string" ? gatheredFor(stream) : stream;
    this.flush = lines instanceof GatheredLines ? () => lines.flushSync() : () => undefined;
    const options = {
      level,
      base: null,
      messageKey: "event",
      timestamp: timestamps(),
      formatters: { level: (label: string) => ({ level: label }) },
      serializers: { error: stdSerializers.err },
    };
    this.logger = pino(options, lines);
  }

  info(event: string, fields: Fields = {}): void {
    this.logger.info(fields, event);
  }

  warn(event: string, fields: Fields = {}): void {
    this.logger.warn(fields, event);
  }

  /** Whoever looks into a crash must find it: nothing is held back. */
  error(event: string, fields: Fields = {}): void {
    this.logger.error(fields, event);
    this.flush();
  }
}

const descriptors: Readonly<Record<LogStream, number>> = { stdout: 1, stderr: 2 };

const shared = new Map<LogStream, GatheredLines>();

/** There is one for the process: whatever ends it, the last lines are written. */
function gatheredFor(stream: LogStream): GatheredLines {
  const known = shared.get(stream);
  if (known) return known;
  const gathered = new GatheredLines(new DescriptorSink(descriptors[stream]));
  process.once("exit", () => gathered.flushSync());
  shared.set(stream, gathered);
  return gathered;
}

/** The time of a line, of which there may be many in a millisecond. */
function timestamps(): () => string {
  let instant = NaN;
  let member = "";
  return () => {
    const now = Date.now();
    if (now !== instant) member = `,"time":"${new Date(now).toISOString()}"`;
    instant = now;
    return member;
  };
}
