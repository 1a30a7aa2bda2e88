import type { KeptConversation } from "../bench/language/conversations.js";
import { Calendar } from "../src/adapters/language/dates/dates.js";
import { People } from "../src/adapters/language/talk/people.js";
import { mostWorthKeeping } from "../src/adapters/language/tasks/action-items.js";
import { isTask, type SpeechClassifiers, spokenCandidates } from "../src/adapters/language/tasks/spoken-items.js";
import { TASK_SLOTS, taskFeatures } from "../src/adapters/language/tasks/task-features.js";
import { LogisticClassifier, type LogisticWeights } from "../src/adapters/language/text/logistic-classifier.js";
import type { Candidate } from "../src/adapters/language/tasks/candidate.js";
import { heard, openingOf } from "./heard.js";
import { alike, keptQuality } from "./kept-quality.js";
import { type Example, folds, type Quality, trained } from "./logistic-regression.js";

/** What may be left to do after a conversation, each with whether it is one of those to be kept. */
export interface LabelledTasks {
  readonly conversation: KeptConversation;
  /** With the name of who is to do it before, unless it is the user. */
  readonly expected: readonly string[];
  readonly candidates: readonly (Example & { readonly candidate: Candidate })[];
}

/** @param classifiers of acts and pronouns; they should not have learnt from the same conversation. */
export async function labelledTasks(
  conversation: KeptConversation,
  classifiers: Omit<SpeechClassifiers, "tasks">,
): Promise<LabelledTasks> {
  const expected = conversation.keep.actionItems.map(({ owner, description }) =>
    owner === "user" ? description : `${owner}: ${description}`,
  );
  const { sentences, context } = await heard(conversation);
  await Calendar.warm();
  const setting = { sentences, people: new People(sentences), calendar: new Calendar(context, undefined) };
  const { candidates, heard: dialogue } = await spokenCandidates(setting, classifiers);
  return {
    conversation,
    expected,
    candidates: candidates.map((candidate) => ({
      candidate,
      slots: taskFeatures(candidate, dialogue),
      isPositive: expected.some((other) => alike(other, candidate.item.description) > 0),
    })),
  };
}

/** Chosen by cross-validation. */
const LEARNING = { epochs: 40, rate: 1, l2: 3e-4 };

export const trainedOnTasks = (labelled: readonly LabelledTasks[]): LogisticWeights =>
  trained(
    labelled.flatMap(({ candidates }) => candidates),
    TASK_SLOTS,
    LEARNING,
  );

/** What is learnt from in five parts, by what is said first: variants of one exchange are held out together. */
export const taskFolds = (labelled: readonly LabelledTasks[]): { held: LabelledTasks[]; rest: LabelledTasks[] }[] =>
  folds(labelled, ({ conversation }) => openingOf(conversation));

/** How well the items that are kept with these weights match those that should be. */
export function taskQuality(
  parts: readonly { readonly held: readonly LabelledTasks[]; readonly weights: LogisticWeights }[],
): Quality {
  return keptQuality(
    parts.flatMap(({ held, weights }) => {
      const classifier = new LogisticClassifier(weights);
      return held.map(({ candidates, expected }) => {
        const likely = candidates.filter(({ candidate, slots }) => isTask(candidate, classifier.probability(slots)));
        const kept = mostWorthKeeping(likely.map(({ candidate }) => candidate.item));
        return { kept: kept.map(({ description }) => description), expected };
      });
    }),
  );
}
