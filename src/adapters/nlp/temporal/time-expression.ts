/** A time that a text names. */
export interface TimeExpression {
  /** UTF-16 offsets in the text, prepositions included ("by Friday", "um 9 Uhr"). */
  readonly from: number;
  readonly to: number;
  readonly start: Date;
  readonly end: Date | undefined;
  /** Whether a day was named; without one it is the next day on which the time comes. */
  readonly hasDay: boolean;
  /** Whether a clock time was named; without one the time of day is a convention. */
  readonly hasTime: boolean;
  /** "Next month", "in a few weeks": too vague for a calendar. */
  readonly isVague: boolean;
  /** Whether it lies before the start of the conversation. */
  readonly isPast: boolean;
}

/** Finds times in texts of one language, seen from the start of the conversation. */
export interface TimeReader {
  /** @returns the times in the order of the text, without overlaps. */
  find(text: string): readonly TimeExpression[];
  /** @returns when something is due: the clock time, or the end of the day's work or evening. */
  resolveDue(expression: TimeExpression): Date;
}
