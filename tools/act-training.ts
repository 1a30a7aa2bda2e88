import { contentOf, likeness } from "../bench/language/soft-match.js";
import { LogisticClassifier, type LogisticWeights } from "../src/adapters/language/text/logistic-classifier.js";
import { analyse, type Sentence } from "../src/adapters/language/text/analysis.js";
import { heardActs } from "../src/adapters/language/tasks/heard-acts.js";
import { People } from "../src/adapters/language/talk/people.js";
import { withoutRunOns } from "../src/adapters/language/tasks/run-on-speech.js";
import type { SpokenAct } from "../src/adapters/language/tasks/spoken-act.js";
import { Tagger } from "../src/adapters/language/text/tagger.js";
import { ACT_SLOTS, actFeatures } from "../src/adapters/language/tasks/act-features.js";
import { Transcript } from "../src/domain/transcript.js";
import type { LabelledExchange } from "./exchanges.js";
import { type Example, trained } from "./logistic-regression.js";

/** The acts of an exchange, each with whether it left somebody with something to do. */
export interface ActExample extends Example {
  readonly text: string;
}

const SECONDS = 5;
const tagger = new Tagger();

/** What the classifier of tasks is to learn from an exchange: each act in it, right if it says one of its items. */
export async function actExamples({ turns, items }: LabelledExchange): Promise<ActExample[]> {
  const transcript = Transcript.create(
    "exchange",
    turns.map(({ speaker, text }, i) => ({
      text,
      speaker,
      isUser: speaker === turns[0]?.speaker,
      start: i * SECONDS,
      end: (i + 1) * SECONDS,
    })),
  );
  const { sentences: said } = await analyse(transcript, { ...CONTEXT, userName: turns[0]?.speaker ?? "" }, tagger);
  const people = new People(said);
  const sentences = withoutRunOns(said, people.labels());
  return Array.from(heardActs(sentences, people)).flatMap(({ sentence, acts }) =>
    acts.map((act) => ({
      slots: actFeatures(act, sentence, sentences),
      isPositive: items.some((item) => isSaidBy(item, act, sentence)),
      text: `${act.kind}/${act.needs}${act.isUnusual ? "/unusual" : ""}: ${act.imperative}`,
    })),
  );
}

const CONTEXT = {
  userId: "training",
  startedAt: new Date("2026-03-04T09:00:00Z"),
  timeZone: "Europe/London",
  language: "en",
  textSource: null,
} as const;

const POINTS = /\b(?:it|them|that|those|him|her|one|you|me|another|both)\b/i;

/** Whether an act asks for, or promises, an item: in its words, or by its verb where it points to the rest. */
function isSaidBy(item: LabelledExchange["items"][number], act: SpokenAct, { speaker }: Sentence): boolean {
  const isOwn = item.owner === speaker.name;
  if (act.kind === "commitment" ? !isOwn : act.kind === "request" && isOwn) return false;
  const [said, expected] = [contentOf(act.imperative), contentOf(item.description)];
  if (act.isProform) return true;
  if (likeness(said, expected) > 0) return true;
  const shared = [...said].filter((word) => expected.has(word)).length;
  return POINTS.test(act.imperative) ? shared > 0 : shared > 1;
}

/** Chosen by cross-validation. */
const LEARNING = { epochs: 40, rate: 1, l2: 1e-4 };

export const trainedOnActs = (examples: readonly Example[]): LogisticWeights => trained(examples, ACT_SLOTS, LEARNING);

export const actProbability = (weights: LogisticWeights, { slots }: Example): number =>
  new LogisticClassifier(weights).probability(slots);
