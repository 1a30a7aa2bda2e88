import type { EventLog, Fields } from "../../ports/driven/event-log.js";

/** Told of every event, whatever level is written. */
export interface Observer {
  observe(event: string, fields: Fields): void;
}

/** A log whose events others learn of too. */
export class ObservedEventLog implements EventLog {
  constructor(
    private readonly log: EventLog,
    private readonly observer: Observer,
  ) {}

  info(event: string, fields: Fields = {}): void {
    this.observer.observe(event, fields);
    this.log.info(event, fields);
  }

  warn(event: string, fields: Fields = {}): void {
    this.observer.observe(event, fields);
    this.log.warn(event, fields);
  }

  error(event: string, fields: Fields = {}): void {
    this.observer.observe(event, fields);
    this.log.error(event, fields);
  }
}
