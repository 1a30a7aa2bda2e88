import type { Calendar, TimeMention } from "../dates/dates.js";

/** The day and the hour that a clause names. */
export interface Timing {
  readonly day: Date | undefined;
  readonly hour: TimeMention | undefined;
  /** The last of several days that one clause names. */
  readonly lastDay: Date | undefined;
  /** Whether the hour is a mere number, taken for one because the talk waits for it. */
  readonly isNumber?: boolean;
}

export const NO_TIME: Timing = { day: undefined, hour: undefined, lastDay: undefined };
export const HALF_A_DAY_MS = 43_200_000;

export const sameDay = (one: Date, other: Date, calendar: Calendar): boolean =>
  calendar.at(one, 12, 0).getTime() === calendar.at(other, 12, 0).getTime();

/** On the face of a clock, whichever the day: who says an hour again does not say its half of the day again. */
export const sameHour = (one: TimeMention, other: TimeMention): boolean =>
  (one.start.getTime() - other.start.getTime()) % HALF_A_DAY_MS === 0;
