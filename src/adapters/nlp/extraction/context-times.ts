import type { TimeExpression } from "../temporal/time-expression.js";
import type { Statement } from "./statements.js";

/** A day that is named near a statement. */
export interface ContextTime {
  readonly time: TimeExpression;
  /** In statements; negative before the statement. */
  readonly distance: number;
  readonly isSameSentence: boolean;
  readonly isSameUtterance: boolean;
}

const MAX_DISTANCE_BEFORE = 8;
const MAX_DISTANCE_AFTER = 3;
/** Nearest first. */
const DISTANCES = [
  ...Array.from({ length: MAX_DISTANCE_BEFORE }, (_, before) => -1 - before),
  ...Array.from({ length: MAX_DISTANCE_AFTER }, (_, after) => 1 + after),
].toSorted((one, other) => Math.abs(one) - Math.abs(other) || one - other);

/** Whether a time can be a due date or the day of an event. */
export const isUsableDay = ({ hasDay, isPast, isVague }: TimeExpression): boolean => hasDay && !isPast && !isVague;

/** @returns the nearest day that is named around a statement, before it rather than after it. */
export function findContextTime(statements: readonly Statement[], index: number): ContextTime | undefined {
  const statement = statements[index];
  if (!statement) return undefined;
  for (const distance of DISTANCES) {
    const other = statements[index + distance];
    const time = other?.times.findLast(isUsableDay);
    if (!other || !time) continue;
    return {
      time,
      distance,
      isSameSentence: other.sentence === statement.sentence,
      isSameUtterance: other.sentence.utterance === statement.sentence.utterance,
    };
  }
  return undefined;
}
