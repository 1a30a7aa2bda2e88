import type { TimeMention } from "./dates.js";

export interface PlacedMention {
  readonly mention: TimeMention;
  /** Where in the text it begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** Puts the time of day of one mention on the day of another. */
export interface DayChanger {
  onDay(mention: TimeMention, day: Date): TimeMention;
}

const SIGN =
  "(?:no|nope|not|sorry|wait|actually|I mean(?:t)?|or rather|or better|better|rather|(?:let's )?(?:make|say)(?: (?:that|it))?|hang on|hold on|scratch that|correction|excuse me|pardon|apologies|my mistake|oops|instead|well|oh|it's)";
const PREPOSITION = "(?:on|at|by|the|for|before|until|till|from|to|around)";

/** All that stands between a time and the one that is put in its place: "on Tuesday, sorry, on Wednesday". */
const BETWEEN = new RegExp(
  `^[\\s,.;:–—…-]*(?!(?:it's|well|oh|the)?[\\s,]*$)(?:or,? )?${SIGN}(?:[\\s,.;:–—…-]+${SIGN})*[\\s,.;:–—…-]*(?:~ )?(?:${PREPOSITION} )*$`,
  "i",
);
/** "Not on Monday but on Tuesday". */
const DENIED = new RegExp(`\\bnot (?:${PREPOSITION} )*$`, "i");

/** "Tomorrow, or rather the day after" as the day after tomorrow. */
const DAY_AFTER = new RegExp(`\\btomorrow[\\s,.;–—-]+(?:${SIGN}[\\s,.;–—-]+)+the day after\\b(?! tomorrow)`, "gi");

export function settledOn(text: string): string {
  return text.replace(DAY_AFTER, "the day after tomorrow");
}

/** The mentions without those that their speaker took back; a new day keeps the hour, a new hour the day. */
export function latterOf(placed: readonly PlacedMention[], text: string, calendar: DayChanger): TimeMention[] {
  const kept: TimeMention[] = [];
  placed.forEach(({ mention, from }, i) => {
    const before = placed[i - 1];
    const last = kept.at(-1);
    const isDenied = DENIED.test(text.slice(0, from)) && i + 1 < placed.length;
    if (isDenied) return;
    if (before && last && BETWEEN.test(text.slice(before.to, from)))
      kept.splice(-1, 1, changed(last, mention, calendar));
    else kept.push(mention);
  });
  return kept;
}

function changed(before: TimeMention, after: TimeMention, calendar: DayChanger): TimeMention {
  if (before.hasDay && !after.hasDay && after.hasHour) return calendar.onDay(after, before.start);
  if (before.hasHour && !after.hasHour && after.hasDay) return calendar.onDay(before, after.start);
  return after;
}
