import type { SummaryResult } from "../../../domain/conversation/summary-result.js";
import type { Transcript } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import type { Sentence } from "../text/analysis.js";
import type { Calendar } from "../dates/dates.js";
import { yieldToEventLoop } from "../../runtime/cooperative-yield.js";
import { ownSentences } from "../talk/own-sentences.js";
import { People } from "../talk/people.js";
import { tasksIn } from "./action-items.js";
import { eventsIn } from "./events.js";
import { FactForms } from "./fact-forms.js";
import { factsIn } from "./memories.js";
import type { Tongue } from "./tongue.js";

/** Made of a hundred patterns once. */
const known = new WeakMap<Tongue, FactForms>();

function formsOf(tongue: Tongue): FactForms {
  const forms = known.get(tongue) ?? new FactForms(tongue);
  known.set(tongue, forms);
  return forms;
}

interface Setting {
  readonly transcript: Transcript;
  readonly sentences: readonly Sentence[];
  readonly context: SummaryContext;
  readonly calendar: Calendar;
}

/** What is worth keeping of a conversation in a language that is known by its lexicon. */
export async function derivedIn(
  tongue: Tongue,
  { transcript, sentences, context, calendar }: Setting,
): Promise<Pick<SummaryResult, "actionItems" | "memories" | "events">> {
  const forms = formsOf(tongue);
  await forms.warm();
  const people = new People(sentences);
  const { items, told } = await tasksIn({ sentences, people, calendar: calendar.anew(), tongue, forms });
  await yieldToEventLoop();
  const memories = await factsIn({ own: ownSentences(sentences, transcript, context), sentences, tongue, forms });
  await yieldToEventLoop();
  return {
    actionItems: items,
    memories,
    events: await eventsIn({ ...context, sentences, people, tongue, calendar: calendar.anew(), told }),
  };
}
