import type { ConversationEvent } from "../../../domain/digest.js";
import type { Sentence } from "../analysis.js";
import type { Calendar } from "../dates.js";
import { giveWay, isHoldingUp } from "../give-way.js";
import { capitalised, clip, finished } from "../plain-text.js";
import type { Tongue } from "./tongue.js";

const USUAL_MINUTES = 30;
const MOST_EVENTS = 20;
const MOST_PARSED = 300;
const TITLE_LENGTH = 80;
const DESCRIPTION_LENGTH = 500;
/** "When is the exam?" "On the third at nine": the occasion may stand in one of so many sentences before. */
const NEAR = 2;
/** Nothing happens then, or something else does: "not on Monday". */
const NOT_HAPPENING =
  /(?<!\p{L})(?:nicht|kein(?:e|en|er)?|abgesagt|pas|annulée?s?|no|cancelad[oa]s?|non|annullat[oaie]|não|niet|geen|afgezegd|falls|wenn|si|se|als)(?!\p{L})/iu;

interface Setting {
  readonly sentences: readonly Sentence[];
  readonly calendar: Calendar;
  readonly tongue: Tongue;
  readonly startedAt: Date;
}

/** What will happen on a day and at an hour that someone named, where the occasion is named there or just before. */
export async function eventsIn({ sentences, calendar, tongue, startedAt }: Setting): Promise<ConversationEvent[]> {
  const found = new Map<number, ConversationEvent>();
  let parsed = 0;
  for (const [i, { text, segmentIds }] of sentences.entries()) {
    if (isHoldingUp()) await giveWay();
    if (text.endsWith("?") || NOT_HAPPENING.test(text)) continue;
    const occasion = nearest(sentences.slice(Math.max(0, i - NEAR), i + 1), tongue);
    if (occasion === undefined || parsed === MOST_PARSED) continue;
    parsed += 1;
    const mention = calendar
      .mentions(text)
      .find(({ start, hasDay, hasHour }) => hasDay && hasHour && start > startedAt);
    if (!mention || found.has(mention.start.getTime())) continue;
    const { start, end } = mention;
    found.set(start.getTime(), {
      title: clip(capitalised(occasion), TITLE_LENGTH),
      start,
      description: clip(finished(text), DESCRIPTION_LENGTH),
      duration: end ? Math.round((end.getTime() - start.getTime()) / 60_000) : USUAL_MINUTES,
      created: false,
      segmentIds,
    });
  }
  return [...found.values()].sort((a, b) => a.start.getTime() - b.start.getTime()).slice(0, MOST_EVENTS);
}

function nearest(sentences: readonly Sentence[], tongue: Tongue): string | undefined {
  for (const { text } of sentences.toReversed()) {
    const occasion = tongue.occasionIn(text);
    if (occasion !== undefined) return occasion;
  }
  return undefined;
}
