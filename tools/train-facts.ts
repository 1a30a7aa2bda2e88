import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { conversationsOf } from "../bench/language/conversations.js";
import { writtenTalks } from "../bench/language/talks.js";
import { factExchanges } from "./exchanges.js";
import { factFolds, labelledFacts, memoryQuality, trainedOnFacts } from "./fact-training.js";
import { told } from "./kept-quality.js";
import { weightsSource } from "./weights-source.js";

/**
 * `node dist/tools/train-facts.js`: prints how well memories are made of exchanges that the classifier of facts was not
 * trained on, then trains it on all and writes its weights into the sources.
 */
const tables = await Promise.all(
  ["facts.tsv", "plain-facts.tsv"].map((name) => readFile(resolve("tools/training", name), "utf8")),
);
const exchanged = await labelledFacts(tables.flatMap(factExchanges));
const talks = [...conversationsOf("english"), ...writtenTalks()].filter(({ part }) => part === "tune");
const talked = await labelledFacts(talks);

const parts = factFolds([...exchanged, ...talked]).map(({ held, rest }) => ({ held, weights: trainedOnFacts(rest) }));
for (const [name, some] of [
  ["exchanges", exchanged],
  ["conversations", talked],
] as const) {
  const mine = new Set(some);
  const of = parts.map(({ held, weights }) => ({ held: held.filter((each) => mine.has(each)), weights }));
  console.log(told(`${some.length} ${name}`, memoryQuality(of)));
}

const target = resolve("src/adapters/language/memories/fact-weights.generated.ts");
const learntFrom = `${exchanged.length} exchanges and ${talked.length} conversations, all ours (MIT): tools/training/*facts.tsv, the part "tune" of
// bench/language/english.json, and bench/language/talks`;
await writeFile(
  target,
  weightsSource(trainedOnFacts([...exchanged, ...talked]), { tool: "train-facts", learntFrom, name: "factWeights" }),
);
console.log(`Weights in ${target}`);
