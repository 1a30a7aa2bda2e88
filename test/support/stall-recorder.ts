import { readFileSync } from "node:fs";
import { DatabaseSync, StatementSync } from "node:sqlite";
import type { StallQuestion, Stalls } from "./event-loop-stalls.js";

/** Preloaded into a server: measures delays of its event loop and the time that SQLite calls wait. */

const TICK_MS = 5;

// Not `monitorEventLoopDelay`, which misses a delay right after its reset.
let lastTick = performance.now();
let longestDelay = 0;
setInterval(() => {
  const now = performance.now();
  longestDelay = Math.max(longestDelay, now - lastTick);
  lastTick = now;
}, TICK_MS).unref();

let longestWait = { milliseconds: 0, sql: "" };
let callCount = 0;

/** Counts the voluntary context switches of this thread: waiting for a lock is one, preemption is not. */
function countSleeps(): number {
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync("/proc/thread-self/status", "latin1"))?.[1]);
}

type Method = (this: object, ...args: unknown[]) => unknown;

function measureMethod(prototype: object, name: string, sqlOf: (subject: object, values: unknown[]) => string): void {
  const original = Reflect.get(prototype, name) as Method;
  const measured: Method = function (...args) {
    const sleepsBefore = countSleeps();
    const startMs = performance.now();
    try {
      return original.apply(this, args);
    } finally {
      callCount += 1;
      const milliseconds = performance.now() - startMs;
      if (milliseconds > longestWait.milliseconds && countSleeps() > sleepsBefore)
        longestWait = { milliseconds, sql: sqlOf(this, args) };
    }
  };
  Reflect.set(prototype, name, measured);
}

for (const name of ["run", "get", "all"]) {
  measureMethod(StatementSync.prototype, name, (statement) => (statement as StatementSync).sourceSQL);
}
measureMethod(DatabaseSync.prototype, "exec", (_, [sql]) => String(sql));

function takeStalls(): Stalls {
  const currentStalls = {
    longestDelay,
    longestWait: longestWait.milliseconds,
    waitingSql: longestWait.sql,
    calls: callCount,
  };
  longestDelay = 0;
  longestWait = { milliseconds: 0, sql: "" };
  callCount = 0;
  return currentStalls;
}

function blockEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

function waitForLock(file: string, timeout: number): void {
  const database = new DatabaseSync(file, { timeout });
  database.exec("BEGIN IMMEDIATE");
  database.exec("ROLLBACK");
  database.close();
}

process.on("message", (question: StallQuestion) => {
  if (question.ask === "compute") blockEventLoop(question.milliseconds);
  if (question.ask === "wait for the lock") waitForLock(question.file, question.milliseconds);
  // The next tick records the delay.
  const createAnswer = question.ask === "stalls since I last asked" ? takeStalls : (): string => "done";
  setTimeout(() => process.send?.(createAnswer()), 4 * TICK_MS);
});
process.channel?.unref();
