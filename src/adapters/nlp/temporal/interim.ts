import * as chrono from "chrono-node";
import type { TimeExpression, TimeReader } from "./time-expression.js";
export type { TimeReader };
export function createTimeReader(context: { startedAt: Date; timeZone: string }, code: string): TimeReader | undefined {
  const parser = (chrono as unknown as Record<string, { parse: typeof chrono.parse }>)[code] ?? chrono;
  return {
    find: (text) =>
      /\d|day|morgen|tag|demain|heute/.test(text) ? parser.parse(text.slice(0, 600), context.startedAt, { forwardDate: true }).map((r): TimeExpression => ({
        from: r.index, to: r.index + r.text.length, start: r.start.date(), end: undefined,
        hasDay: r.start.isCertain("day") || r.start.isCertain("weekday"), hasTime: r.start.isCertain("hour"), isVague: false, isPast: r.start.date() < context.startedAt,
      })) : [],
    resolveDue: (e) => e.start,
  };
}
