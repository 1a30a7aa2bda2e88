import { SHORTEST_NOTIFICATION } from "./limits.js";
import { MOST_WRITTEN, placeholdersIn, withoutPlaceholders, type Prompt } from "./prompt.js";
import { codePoints } from "./rules.js";
import { addressesIn, cleaned, saidIn } from "./written-text.js";

/**
 * What may be sent of what was written from the prompt, whoever wrote it (decision 9.6): no placeholder but those that
 * somebody said, no URL but the app's own, no more than a notification shows. Undefined when too little is left.
 */
export function sendableText(written: string, { template, variables }: Prompt): string | undefined {
  const said = saidIn([template], addressesIn(template));
  const quotable = new Set([...variables.values()].flatMap(placeholdersIn));
  let before: string;
  let after = written.toWellFormed();
  // What is taken away may leave another behind, and so may what is cut off.
  do {
    before = after;
    after = cleaned(withoutPlaceholders(clipped(before), quotable), said);
  } while (after !== before);
  return codePoints(after) < SHORTEST_NOTIFICATION ? undefined : after;
}

function clipped(text: string): string {
  return codePoints(text) > MOST_WRITTEN ? Array.from(text).slice(0, MOST_WRITTEN).join("") : text;
}
