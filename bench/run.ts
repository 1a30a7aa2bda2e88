import { mkdir, writeFile } from "node:fs/promises";
import * as actionItems from "./action-items.bench.js";
import * as apps from "./apps.bench.js";
import * as ask from "./ask.bench.js";
import * as askBalance from "./ask-balance.bench.js";
import * as depth from "./depth.bench.js";
import * as durability from "./durability.bench.js";
import * as footprint from "./footprint.bench.js";
import * as language from "./language.bench.js";
import * as live from "./live.bench.js";
import * as memories from "./memories.bench.js";
import * as notifications from "./notifications.bench.js";
import * as overviews from "./overviews.bench.js";
import * as rateLimiter from "./rate-limiter.bench.js";
import * as requests from "./requests.bench.js";
import * as retrieval from "./retrieval.bench.js";
import * as search from "./search.bench.js";
import * as stores from "./stores.bench.js";
import * as summaries from "./summaries.bench.js";
import * as threads from "./threads.bench.js";
import * as throughput from "./throughput.bench.js";
import { isReached, type Figure } from "./support/measure.js";

/**
 * `npm run bench`: every figure of one run beside its goal, as a table and as `bench/results/latest.json`.
 * `npm run bench -- depth footprint` runs those alone.
 */
const benches: Readonly<Record<string, Readonly<Record<string, () => Promise<Figure[]>>>>> = {
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
  requests,
  language,
  overviews,
  apps,
  "rate-limiter": rateLimiter,
  stores,
};
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) throw new Error(`No bench ${unknown.join(", ")}: there are ${Object.keys(benches).join(", ")}`);

const figures: Figure[] = [];
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  for (const measure of Object.values(benches[name] ?? {})) {
    for (const figure of await measure()) {
      figures.push(figure);
      console.log(row(figure));
    }
  }
}
await mkdir("bench/results", { recursive: true });
const taken = { node: process.version, at: new Date().toISOString(), figures };
await writeFile("bench/results/latest.json", `${JSON.stringify(taken, null, 2)}\n`);

function row(figure: Figure): string {
  const { name, value, unit, goal } = figure;
  const mark = goal ? (isReached(figure) ? "✓" : "✗") : "·";
  const wanted = goal ? ("atLeast" in goal ? `≥ ${rounded(goal.atLeast)}` : `≤ ${rounded(goal.atMost)}`) : "";
  return `${mark} ${value.toFixed(2).padStart(9)} ${unit.padEnd(6)} ${wanted.padEnd(7)} ${name}`;
}

function rounded(value: number): string {
  return String(Number(value.toFixed(3)));
}
