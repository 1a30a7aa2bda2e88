import { destination, pino, stdSerializers, stdTimeFunctions, type DestinationStream, type Logger } from "pino";
import type { EventLog, Fields } from "../../ports/driven/event-log.js";

/** From the most to the least talkative. */
export const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof logLevels)[number];

export interface PinoEventLogOptions {
  /** Quieter events are dropped. */
  readonly level?: LogLevel;
  /** Where the lines go; standard output when absent. */
  readonly stream?: DestinationStream;
}

/** Lines are gathered for so long, in milliseconds, or up to so many bytes: a line of its own costs a system call. */
const GATHERED_MS = 200;
const GATHERED_BYTES = 16_000;

/** One JSON line an event: `{"level":"warn","time":"2026-01-05T09:00:00.000Z","attempt":2,"event":"webhook.failed"}`. */
export class PinoEventLog implements EventLog {
  private readonly logger: Logger;
  private readonly flushStream: () => void;

  constructor({ level = "info", stream }: PinoEventLogOptions = {}) {
    const lines = stream ?? standardOutput();
    this.flushStream = isGathering(lines) ? () => lines.flushSync() : () => undefined;
    const options = {
      level,
      base: null,
      messageKey: "event",
      timestamp: stdTimeFunctions.isoTime,
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

  /** Writes what was gathered. */
  flush(): void {
    this.flushStream();
  }
}

interface GatheringStream extends DestinationStream {
  flushSync(): void;
}

function isGathering(stream: DestinationStream): stream is GatheringStream {
  return "flushSync" in stream;
}

function standardOutput(): GatheringStream {
  return destination({ fd: 1, sync: false, minLength: GATHERED_BYTES, periodicFlush: GATHERED_MS });
}
