import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { RequestClassifier } from "../src/adapters/language/index.js";
import { REQUEST_LIKELY } from "../src/adapters/language/tasks/requests-in-writing.js";
import { qualityOf } from "./logistic-regression.js";
import { labelledSentences, requestFolds, trainedOnRequests } from "./request-training.js";
import { weightsSource } from "./weights-source.js";

/**
 * `node dist/tools/train-requests.js SENTENCES.tsv`: prints how well the classifier of requests does on sentences that
 * it was not trained on, then trains it on all and writes its weights into the sources.
 */
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Which file of labelled sentences?");
const sentences = labelledSentences(await readFile(path, "utf8"));

const verdicts = requestFolds(sentences).flatMap(({ held, rest }) => {
  const classifier = new RequestClassifier(trainedOnRequests(rest));
  return held.map(({ text, isRequest }) => ({
    isPositive: isRequest,
    taken: classifier.probability(text) >= REQUEST_LIKELY,
  }));
});
const { precision, recall, f1 } = qualityOf(verdicts);
console.log(
  `${sentences.length} sentences, five folds: precision ${precision.toFixed(1)}, recall ${recall.toFixed(1)}, F1 ${f1.toFixed(1)}`,
);

const target = resolve("src/adapters/language/tasks/request-weights.generated.ts");
const learntFrom = `the Email Intent data set of Parakweet (Apache License 2.0): ${sentences.length} sentences from business
// mail, labelled by whether they ask for or promise an action`;
await writeFile(
  target,
  weightsSource(trainedOnRequests(sentences), { tool: "train-requests", learntFrom, name: "requestWeights" }),
);
console.log(`Weights of ${sentences.length} sentences in ${target}`);
