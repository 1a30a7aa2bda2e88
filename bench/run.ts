import { mkdir, writeFile } from "node:fs/promises";
import { bodyValidation, getConversation, summarising } from "./main-job.bench.js";
import { isReached, type Figure } from "./support/measure.js";

/** `npm run bench`: every figure of one run beside its goal, as a table and as `bench/results/latest.json`. */
const figures: Figure[] = [];
for (const measure of [bodyValidation, summarising, getConversation]) {
  for (const figure of await measure()) {
    figures.push(figure);
    const { name, value, unit, goal } = figure;
    const wanted = "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
    console.log(
      `${isReached(figure) ? "✓" : "✗"} ${value.toFixed(2).padStart(9)} ${unit.padEnd(3)} ${wanted.padEnd(7)} ${name}`,
    );
  }
}
await mkdir("bench/results", { recursive: true });
await writeFile("bench/results/latest.json", `${JSON.stringify({ node: process.version, figures }, null, 2)}\n`);
