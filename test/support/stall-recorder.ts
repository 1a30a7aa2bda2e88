import { readFileSync } from "node:fs";
import { DatabaseSync, StatementSync } from "node:sqlite";
import type { StallQuestion, Stalls } from "./stalls.js";

/** Loaded into a server before its own modules: tells what held up its event loop, and how long SQLite kept it. */

const TICK_MS = 5;

// Not `monitorEventLoopDelay`: what comes right after its reset is lost to it.
let lastTick = performance.now();
let longestDelay = 0;
setInterval(() => {
  const now = performance.now();
  longestDelay = Math.max(longestDelay, now - lastTick);
  lastTick = now;
}, TICK_MS).unref();

let longest = { milliseconds: 0, sql: "" };
let calls = 0;

/** How often this thread has gone to sleep: SQLite does to wait for a lock, and nobody does who is kept from a core. */
function sleeps(): number {
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync("/proc/thread-self/status", "latin1"))?.[1]);
}

type Method = (this: object, ...values: unknown[]) => unknown;

function timed(prototype: object, name: string, sqlOf: (subject: object, values: unknown[]) => string): void {
  const original = Reflect.get(prototype, name) as Method;
  const measured: Method = function (...values) {
    const before = sleeps();
    const begun = performance.now();
    try {
      return original.apply(this, values);
    } finally {
      calls += 1;
      const milliseconds = performance.now() - begun;
      if (milliseconds > longest.milliseconds && sleeps() > before)
        longest = { milliseconds, sql: sqlOf(this, values) };
    }
  };
  Reflect.set(prototype, name, measured);
}

for (const name of ["run", "get", "all"]) {
  timed(StatementSync.prototype, name, (statement) => (statement as StatementSync).sourceSQL);
}
timed(DatabaseSync.prototype, "exec", (_, [sql]) => String(sql));

function stalls(): Stalls {
  const found = {
    longestDelay,
    longestWait: longest.milliseconds,
    waitingSql: longest.sql,
    calls,
  };
  longestDelay = 0;
  longest = { milliseconds: 0, sql: "" };
  calls = 0;
  return found;
}

function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function waitForLock(file: string, timeout: number): void {
  const careless = new DatabaseSync(file, { timeout });
  careless.exec("BEGIN IMMEDIATE");
  careless.exec("ROLLBACK");
  careless.close();
}

process.on("message", (question: StallQuestion) => {
  if (question.ask === "compute") compute(question.milliseconds);
  if (question.ask === "wait for the lock") waitForLock(question.file, question.milliseconds);
  // A delay is noted with the next tick.
  const answer = question.ask === "stalls since I last asked" ? stalls : (): string => "done";
  setTimeout(() => process.send?.(answer()), 4 * TICK_MS);
});
process.channel?.unref();
