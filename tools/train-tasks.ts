import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { conversationsOf, type KeptConversation } from "../bench/language/conversations.js";
import { writtenTalks } from "../bench/language/talks.js";
import type { LogisticWeights } from "../src/adapters/language/index.js";
import { MentionClassifier } from "../src/adapters/language/tasks/mention-classifier.js";
import { ActClassifier } from "../src/adapters/language/tasks/act-classifier.js";
import { actExamples, trainedOnActs } from "./act-training.js";
import { taskExchanges } from "./exchanges.js";
import { openingOf } from "./heard.js";
import { told } from "./kept-quality.js";
import { type Example, folds } from "./logistic-regression.js";
import { type LabelledTasks, labelledTasks, taskFolds, taskQuality, trainedOnTasks } from "./task-training.js";
import { type LabelledPronoun, labelledPronouns, pronounQuality, trainedOnPronouns } from "./mention-training.js";
import { weightsSource } from "./weights-source.js";

/**
 * `node dist/tools/train-tasks.js`: trains the classifiers of acts, mentions and tasks in speech, prints how well items are
 * kept of conversations that none was trained on, and writes their weights into the sources.
 */
const tables = await Promise.all(
  ["tasks.tsv", "plain-tasks.tsv"].map((name) => readFile(resolve("tools/training", name), "utf8")),
);
const exchanges = tables.flatMap(taskExchanges);
const talks = [...conversationsOf("english"), ...writtenTalks()].filter(({ part }) => part === "tune");
const all = [...exchanges, ...talks];

const actsOf = new Map<KeptConversation, readonly Example[]>();
for (const each of all) actsOf.set(each, await actExamples(each));

const pronounsOf = new Map<KeptConversation, readonly LabelledPronoun[]>();
for (const each of all) pronounsOf.set(each, await labelledPronouns(each));

// What tells acts and what pronouns mean is learnt from four fifths of the conversations for the last, as it will meet
// what it has not seen.
const labelled: LabelledTasks[] = [];
const pronouns: { held: readonly LabelledPronoun[]; weights: LogisticWeights }[] = [];
for (const { held, rest } of folds(all, openingOf)) {
  const acts = new ActClassifier(trainedOnActs(examplesOf(rest)));
  const weights = trainedOnPronouns(pronounsIn(rest));
  pronouns.push({ held: pronounsIn(held), weights });
  const mentions = new MentionClassifier(weights);
  for (const each of held) labelled.push(await labelledTasks(each, { acts, mentions }));
}
const parts = taskFolds(labelled).map(({ held, rest }) => ({ held, weights: trainedOnTasks(rest) }));
const { likeliest, nearest } = pronounQuality(pronouns);
console.log(
  `${pronounsIn(all).length} pronouns, five folds: right in ${percent(likeliest)}, by the nearest in ${percent(nearest)}`,
);
for (const [name, some] of [
  ["exchanges", exchanges],
  ["conversations", talks],
] as const) {
  const mine = new Set(some);
  const of = parts.map(({ held, weights }) => ({ held: held.filter((each) => mine.has(each.conversation)), weights }));
  console.log(told(`${some.length} ${name}`, taskQuality(of)));
}

const folder = resolve("src/adapters/language/tasks");
const from = `what people said in ${talks.length} conversations and ${exchanges.length} exchanges, all ours (MIT): the part
// "tune" of bench/language/english.json and bench/language/talks, and tools/training/*tasks.tsv`;
await writeFile(
  `${folder}/act-weights.generated.ts`,
  weightsSource(trainedOnActs(examplesOf(all)), {
    tool: "train-tasks",
    learntFrom: `acts of speech in ${from}`,
    name: "actWeights",
  }),
);
await writeFile(
  `${folder}/task-weights.generated.ts`,
  weightsSource(trainedOnTasks(labelled), {
    tool: "train-tasks",
    learntFrom: `what came of ${from}`,
    name: "taskWeights",
  }),
);
await writeFile(
  `${folder}/mention-weights.generated.ts`,
  weightsSource(trainedOnPronouns(pronounsIn(all)), {
    tool: "train-tasks",
    learntFrom: `what pronouns mean in ${from}`,
    name: "mentionWeights",
  }),
);
console.log(`Weights in ${folder}`);

function examplesOf(some: readonly KeptConversation[]): Example[] {
  return some.flatMap((each) => actsOf.get(each) ?? []);
}

function pronounsIn(some: readonly KeptConversation[]): LabelledPronoun[] {
  return some.flatMap((each) => pronounsOf.get(each) ?? []);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
