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

/** One JSON line an event: `{"level":"warn","time":"2026-01-05T09:00:00.000Z","attempt":2,"event":"webhook.failed"}`. */
export class PinoEventLog implements EventLog {
  private readonly logger: Logger;

  constructor({ level = "info", stream = destination(1) }: PinoEventLogOptions = {}) {
    const options = {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      serializers: { error: stdSerializers.err },
    };
    this.logger = pino(options, stream);
  }

  info(event: string, fields?: Fields): void {
    this.logger.info({ ...fields, event });
  }

  warn(event: string, fields?: Fields): void {
    this.logger.warn({ ...fields, event });
  }

  error(event: string, fields?: Fields): void {
    this.logger.error({ ...fields, event });
  }
}
