const DAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const PART = "(?:morning|afternoon|evening|night)";
const HOUR =
  "(?:noon|midday|midnight|(?:half past |a quarter (?:past|to) |quarter (?:past|to) )?(?:\\d{1,2}(?::\\d\\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: (?:thirty|fifteen|o'clock))?(?: ?[ap]\\.?m\\b\\.?)?)";
const COUNT = "(?:an?|one|two|three|four|five|six|seven|eight|ten|\\d+|a few|a couple of)";

/** What only means something on the day it was said: "by tomorrow at noon", "this weekend", "in two weeks". */
const RELATIVE = new RegExp(
  `,?\\s*\\b(?:(?:by|before|until|till|on|for|at|from|during|over|some ?time|later|early|late|first thing|right) )*(?:(?:today|tonight|tomorrow)\\b(?!['’-])(?: ${PART})?|(?:this|next|the coming) (?:${PART}|week(?:end)?|month|${DAY})\\b(?!['’-])(?: ${PART})?|the weekend\\b|in ${COUNT} (?:minutes?|hours?|days?|weeks?|months?)\\b|straight away\\b|right away\\b)(?:,? (?:at|by|before|around|after) ${HOUR})?(?= |[,.;:!?]|$)`,
  "giu",
);

/** The text without the times that its due date already tells; days of the week and dates stay. */
export function withoutRelativeTimes(text: string): string {
  return text.replace(RELATIVE, "").replace(/^[\s,]+/, "");
}
