import type { Sentence } from "../text/analysis.js";
import type { Setting } from "./setting.js";
import { TIME_WORD } from "./title-phrases.js";

const PLACED = / (?:at|to|in|from|with) /i;

const JOURNEY = /^(?:train|flight|bus|plane|ferry|coach)$/i;

const DESTINATION = /\b(?:to|for|in) (\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)*)/u;

/** "At Mrs Okoro's house", "at the MRT exit"; not "at the latest". */
const PLACE =
  /\b(?:at|outside|in front of) (?!https?:|which|what|whose|(?:the|a|an|my|your|our) (?:latest|earliest|moment|end|start|beginning|same|weekend|time|door|minute|top|bottom|least|most)\b)(?<place>(?:mrs?|ms|dr|saint|st)\.? \p{L}+'s(?: (?:house|place|flat|office|shop|home))?|\p{Lu}[\p{L}'.-]*(?: \p{Lu}[\p{L}'-]*)*(?: (?:house|place|flat|office|shop|road|street|park|station))?|the (?:\p{L}+ )?\p{L}+(?= ?(?:[.,;!?]|$| (?:by|on|at|in|then|with|for|from|and|so))))/iu;

const HOURS =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|quarter|least|last|first|once|all|home|work|school)\b/i;

/** The title with the place that was said, or where a journey goes, unless it tells one already. */
export function withPlace(title: string, plan: readonly Sentence[], { sentences }: Setting): string {
  if (PLACED.test(title)) return title;
  const first = plan[0]?.index ?? 0;
  if (JOURNEY.test(title)) {
    const before = sentences.slice(Math.max(0, first - 2), first + 1).map(({ text }) => DESTINATION.exec(text)?.[1]);
    const to = before.findLast((place) => place !== undefined && !TIME_WORD.test(place.toLowerCase()));
    return to === undefined ? title : `${title} to ${to}`;
  }
  const around = [...plan, ...sentences.slice((plan.at(-1)?.index ?? first) + 1, (plan.at(-1)?.index ?? first) + 2)];
  for (const { text, speaker } of around) {
    const place = PLACE.exec(text)?.groups?.["place"];
    if (place === undefined || TIME_WORD.test(place.toLowerCase()) || HOURS.test(place)) continue;
    if (place.toLowerCase() === speaker.name?.toLowerCase()) continue;
    return `${title} at ${place}`;
  }
  return title;
}
