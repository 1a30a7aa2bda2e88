import type { KeptConversation } from "../bench/language/conversations.js";
import { contentOf } from "../bench/language/soft-match.js";
import { pronounIn } from "../src/adapters/language/tasks/antecedents.js";
import { MENTION_SLOTS, mentionFeatures } from "../src/adapters/language/tasks/mention-features.js";
import { byLikelihood } from "../src/adapters/language/tasks/mention-classifier.js";
import { type Mention, mentionsBefore } from "../src/adapters/language/tasks/mentions.js";
import type { SpokenAct } from "../src/adapters/language/tasks/spoken-act.js";
import type { Sentence } from "../src/adapters/language/text/analysis.js";
import { LogisticClassifier, type LogisticWeights } from "../src/adapters/language/text/logistic-classifier.js";
import { heardDialogue, ownerOf } from "./heard.js";
import { type Example, trained } from "./logistic-regression.js";

/** A pronoun, and what it may mean, the nearest first: right where the task that came of it names it. */
export type LabelledPronoun = readonly (Example & { readonly mention: Mention })[];

/** @returns the pronouns of what is asked for and promised that stand for something in the one task that may come of it. */
export async function labelledPronouns(conversation: KeptConversation): Promise<LabelledPronoun[]> {
  const { sentences, said } = await heardDialogue(conversation);
  const found: LabelledPronoun[] = [];
  for (const { sentence, acts } of said) {
    for (const act of acts) {
      const pronoun = pronounIn(act.imperative);
      const task = pronoun === undefined ? undefined : taskOf(act, sentence, conversation);
      if (pronoun === undefined || task === undefined) continue;
      const expected = contentOf(task);
      const mentions = mentionsBefore(sentence, act.before, sentences, () => undefined);
      const examples = mentions.map((mention, place) => ({
        mention,
        slots: mentionFeatures(mention, place, { act, pronoun, sentence, sentences }),
        isPositive: [...contentOf(mention.head)].some((word) => expected.has(word)),
      }));
      if (examples.some(({ isPositive }) => isPositive)) found.push(examples);
    }
  }
  return found;
}

const stemOf = (text: string): string => text.split(" ", 1)[0]?.toLowerCase().slice(0, 5) ?? "";

/** The task that an act leads to, where it can be but one: by its verb, or for want of others. */
function taskOf({ kind, imperative }: SpokenAct, { speaker }: Sentence, { keep, userName }: KeptConversation) {
  const may = keep.actionItems.filter((item) => {
    const isSpeaker = ownerOf(item, userName) === speaker.name;
    return kind === "commitment" ? isSpeaker : kind !== "request" || !isSpeaker;
  });
  const same = may.filter(({ description }) => stemOf(description) === stemOf(imperative));
  const [only, ...more] = same.length > 0 ? same : may;
  return more.length === 0 ? only?.description : undefined;
}

/** Chosen by cross-validation. */
const LEARNING = { epochs: 40, rate: 1, l2: 3e-4 };

export const trainedOnPronouns = (pronouns: readonly LabelledPronoun[]): LogisticWeights =>
  trained(pronouns.flat(), MENTION_SLOTS, LEARNING);

/** The share of pronouns whose likeliest mention is right, beside that of those whose nearest is. */
export function pronounQuality(
  parts: readonly { readonly held: readonly LabelledPronoun[]; readonly weights: LogisticWeights }[],
): { readonly likeliest: number; readonly nearest: number } {
  let [likeliest, nearest, all] = [0, 0, 0];
  for (const { held, weights } of parts) {
    const classifier = new LogisticClassifier(weights);
    for (const mentions of held) {
      all += 1;
      if (mentions[0]?.isPositive === true) nearest += 1;
      const weighed = mentions.map((each) => ({ ...each, likelihood: classifier.probability(each.slots) }));
      if (byLikelihood(weighed)[0]?.isPositive === true) likeliest += 1;
    }
  }
  return { likeliest: likeliest / all, nearest: nearest / all };
}
