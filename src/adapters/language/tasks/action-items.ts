import type { ConversationEvent, ExtractedActionItem } from "../../../domain/conversation/summary-result.js";
import type { Found, Setting } from "./found-items.js";
import { clip } from "../text/plain-text.js";
import type { RequestClassifier } from "./request-classifier.js";
import { type SpeechClassifiers, spokenItems } from "./spoken-items.js";
import { writtenItems } from "./written-items.js";

const MOST_ITEMS = 12;
const LONGEST = 300;

/**
 * Decision 6.4: the commitments and requests that someone made, as imperatives for the one who is to act, whose name
 * goes before when it is not the user: what a speaker without a name is to do is left out where the user is known. When
 * in doubt, none: an invented duty costs more trust than a missed one.
 * @param setting its classifier of requests is for what was written by one hand, and undefined for speech; its events are what is
 *   attended, and not also done.
 */
export async function actionItemsOf({
  requests,
  speech,
  events,
  ...setting
}: Setting & {
  readonly requests: RequestClassifier | undefined;
  readonly speech: SpeechClassifiers;
  readonly events: readonly ConversationEvent[];
}): Promise<ExtractedActionItem[]> {
  const found = requests ? await writtenItems({ ...setting, events, requests }) : await spokenItems(setting, speech);
  return mostWorthKeeping(found).map(({ description, dueAt, segmentIds }) => ({
    description: clip(description, LONGEST),
    dueAt,
    segmentIds,
  }));
}

/** At most as many as a person would write down, each once, in the order in which they came up. */
export const mostWorthKeeping = (found: readonly Found[]): Found[] =>
  withoutDoubles(found)
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, MOST_ITEMS)
    .sort((a, b) => a.index - b.index);

/** The same thing said twice is one item: the one that says when, or says more, with both places. */
function withoutDoubles(found: readonly Found[]): Found[] {
  const kept: { best: Found; readonly places: Set<string> }[] = [];
  for (const item of found) {
    const same = kept.find(({ best }) => sameThing(item.words, best.words));
    if (!same) kept.push({ best: item, places: new Set(item.segmentIds) });
    else {
      if (item.dueAt && !same.best.dueAt) same.best = item;
      for (const id of item.segmentIds) same.places.add(id);
    }
    if (kept.length > MOST_ITEMS * 8) break;
  }
  return kept.map(({ best, places }) => ({ ...best, segmentIds: Array.from(places) }));
}

function sameThing(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  let common = 0;
  for (const word of a) if (b.has(word)) common += 1;
  return common > 1 && common >= 0.65 * Math.min(a.size, b.size);
}
