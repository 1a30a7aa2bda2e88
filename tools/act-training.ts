import type { KeptConversation } from "../bench/language/conversations.js";
import { contentOf, likeness } from "../bench/language/soft-match.js";
import { LogisticClassifier, type LogisticWeights } from "../src/adapters/language/text/logistic-classifier.js";
import type { Sentence } from "../src/adapters/language/text/analysis.js";
import type { SpokenAct } from "../src/adapters/language/tasks/spoken-act.js";
import { ACT_SLOTS, actFeatures } from "../src/adapters/language/tasks/act-features.js";
import { heardDialogue, ownerOf } from "./heard.js";
import { type Example, trained } from "./logistic-regression.js";

/** What the classifier of acts is to learn from a conversation: each act in it, right if it says one of its items. */
export async function actExamples(conversation: KeptConversation): Promise<Example[]> {
  const { sentences, said } = await heardDialogue(conversation);
  const items = conversation.keep.actionItems.map((item) => ({ ...item, owner: ownerOf(item, conversation.userName) }));
  return said.flatMap(({ sentence, acts }) =>
    acts.map((act) => ({
      slots: actFeatures(act, sentence, sentences),
      isPositive: items.some((item) => isSaidBy(item, act, sentence)),
    })),
  );
}

interface Item {
  readonly owner: string;
  readonly description: string;
}

const POINTS = /\b(?:it|them|that|those|him|her|one|you|me|another|both)\b/i;

/** Whether an act asks for, or promises, an item: in its words, or by its verb where it points to the rest. */
function isSaidBy(item: Item, act: SpokenAct, { speaker }: Sentence): boolean {
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
