import { mkdir, writeFile } from "node:fs/promises";
import * as actionItems from "./action-items.bench.js";
import * as apps from "./apps.bench.js";
import * as ask from "./ask.bench.js";
import * as askBalance from "./ask-balance.bench.js";
import * as depth from "./depth.bench.js";
import * as durability from "./durability.bench.js";
import * as everyday from "./everyday.bench.js";
import * as footprint from "./footprint.bench.js";
import * as language from "./language.bench.js";
import * as live from "./live.bench.js";
import * as memories from "./memories.bench.js";
import * as notifications from "./notifications.bench.js";
import * as overviews from "./overviews.bench.js";
import * as rateLimiter from "./rate-limiter.bench.js";
import * as retrieval from "./retrieval.bench.js";
import * as search from "./search.bench.js";
import * as stores from "./stores.bench.js";
import * as summaries from "./summaries.bench.js";
import * as threads from "./threads.bench.js";
import * as throughput from "./throughput.bench.js";
import { isReached, type Figure } from "./support/measurement.js";

/**
 * Usage: `npm run bench -- [NAME...]`, by default all benchmarks. Prints a row per figure with its goal and writes all
 * figures to `bench/results/latest.json`.
 */
const benches: Readonly<Record<string, Readonly<Record<string, () => Figure[] | Promise<Figure[]>>>>> = {
  memories,
  retrieval,
  search,
  ask,
  "ask-balance": askBalance,
  summaries,
  threads,
  throughput,
  durability,
  notifications,
  footprint,
  depth,
  live,
  "action-items": actionItems,
  language,
  everyday,
  overviews,
  apps,
  "rate-limiter": rateLimiter,
  stores,
};
const requestedNames = process.argv.slice(2);
const unknownNames = requestedNames.filter((name) => !(name in benches));
if (unknownNames.length > 0)
  throw new Error(`Unknown benchmark: ${unknownNames.join(", ")}. Benchmarks: ${Object.keys(benches).join(", ")}`);

const figures: Figure[] = [];
for (const name of requestedNames.length > 0 ? requestedNames : Object.keys(benches)) {
  for (const measure of Object.values(benches[name] ?? {})) {
    for (const figure of await measure()) {
      figures.push(figure);
      console.log(formatRow(figure));
    }
  }
}
await mkdir("bench/results", { recursive: true });
const report = { node: process.version, at: new Date().toISOString(), figures };
await writeFile("bench/results/latest.json", `${JSON.stringify(report, null, 2)}\n`);

function formatRow(figure: Figure): string {
  const { name, value, unit, goal } = figure;
  const mark = goal ? (isReached(figure) ? "✓" : "✗") : "·";
  const target = goal ? ("atLeast" in goal ? `≥ ${formatNumber(goal.atLeast)}` : `≤ ${formatNumber(goal.atMost)}`) : "";
  return `${mark} ${value.toFixed(2).padStart(9)} ${unit.padEnd(6)} ${target.padEnd(7)} ${name}`;
}

function formatNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}
