import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { conversationsOf } from "../bench/language/conversations.js";
import { writtenTalks } from "../bench/language/talks.js";
import { factExchanges } from "./exchanges.js";
import { factFolds, labelledFacts, memoryQuality, trainedOnFacts } from "./fact-training.js";
import { weightsSource } from "./weights-source.js";

/**
 * `node dist/tools/train-facts.js`: prints how well memories are made of exchanges that the classifier of facts was not
 * trained on, then trains it on all and writes its weights into the sources.
 */
const tables = await Promise.all(
  ["facts.tsv", "plain-facts.tsv"].map((name) => readFile(resolve("tools/training", name), "utf8")),
);
const told = await labelledFacts(tables.flatMap(factExchanges));
const talks = [...conversationsOf("english"), ...writtenTalks()].filter(({ part }) => part === "tune");
const talked = await labelledFacts(talks);

const parts = factFolds([...told, ...talked]).map(({ held, rest }) => ({ held, weights: trainedOnFacts(rest) }));
for (const [name, some] of [
  ["exchanges", told],
  ["conversations", talked],
] as const) {
  const mine = new Set(some);
  const of = parts.map(({ held, weights }) => ({ held: held.filter((each) => mine.has(each)), weights }));
  const { precision, recall, f1 } = memoryQuality(of);
  console.log(
    `${some.length} ${name}, five folds: precision ${precision.toFixed(1)}, recall ${recall.toFixed(1)}, F1 ${f1.toFixed(1)}`,
  );
}

const target = resolve("src/adapters/language/memories/fact-weights.generated.ts");
const learntFrom = `${told.length} exchanges and ${talked.length} conversations, all ours (MIT): tools/training/*facts.tsv, the part "tune" of
// bench/language/english.json, and bench/language/talks`;
await writeFile(
  target,
  weightsSource(trainedOnFacts([...told, ...talked]), { tool: "train-facts", learntFrom, name: "factWeights" }),
);
console.log(`Weights in ${target}`);
