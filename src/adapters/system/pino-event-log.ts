import { pino, stdSerializers, type DestinationStream, type Logger } from "pino";
import type { EventLog, Fields } from "../../ports/driven/event-log.js";
import { DescriptorSink } from "./descriptor-sink.js";
import { GatheredLines } from "./gathered-lines.js";

/** From the most to the least talkative. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export interface PinoEventLogOptions {
  /** Quieter events are dropped. */
  readonly level?: LogLevel;
  /** Where the lines go; standard output when absent. */
  readonly stream?: DestinationStream;
}

/** One JSON line an event: `{"level":"warn","time":"2026-01-05T09:00:00.000Z","attempt":2,"event":"webhook.failed"}`. */
export class PinoEventLog implements EventLog {
  private readonly logger: Logger;
  /** Writes what was gathered. */
  readonly flush: () => void;

  constructor({ level = "info", stream }: PinoEventLogOptions = {}) {
    const lines = stream ?? standardOutput();
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

const STANDARD_OUTPUT = 1;

let shared: GatheredLines | undefined;

/** There is one for the process: whatever ends it, the last lines are written. */
function standardOutput(): GatheredLines {
  if (shared) return shared;
  const gathered = new GatheredLines(new DescriptorSink(STANDARD_OUTPUT));
  process.once("exit", () => gathered.flushSync());
  return (shared = gathered);
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
