import { crashRounds } from "../support/crash-rounds.js";
import { pushCrashRounds } from "../support/push-crash-rounds.js";
import { webhookCrashRounds } from "../support/webhook-crash-rounds.js";

/** `npm run soak [-- ROUNDS]`: the rounds of all crash tests, many of them. Ends with 1 on a fault. */
const rounds = Number(process.argv[2] ?? process.env["ROUNDS"] ?? 200);
const seed = Number(process.env["SEED"] ?? Date.now() >>> 0);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  throw new Error("ROUNDS must be a whole number greater than 0, and SEED a whole number");
}

console.log(`seed ${seed}`);
try {
  const { acknowledged, repeated, overtaken, tookEffect, tookNone, caught } = await crashRounds(
    rounds,
    seed,
    console.log,
  );
  console.log(
    `${rounds} rounds, ${acknowledged} writes acknowledged and found, ${repeated} of them when repeated (after ${overtaken} newer ones of the same objects); of those unanswered, ` +
      `${tookEffect} took effect as a whole and ${tookNone} not at all; up to ${caught} were caught in processing: no fault`,
  );
  const webhooks = await webhookCrashRounds(rounds, seed, console.log);
  console.log(
    `${rounds} rounds, ${webhooks.acknowledged} segments acknowledged, of which ${webhooks.late} were too old to be ` +
      `told; ${webhooks.parts} parts heard, ${webhooks.repeats} calls told one again under its id; ` +
      `${webhooks.notified} notifications, each once; ${webhooks.caught} deaths left something to be sent: no fault`,
  );
  const { notified, repeats } = await pushCrashRounds(rounds, seed);
  console.log(
    `${rounds} rounds, ${notified} notifications pushed to all; repeats: ${JSON.stringify(repeats)}: no fault`,
  );
} catch (error) {
  console.error(error);
  console.log(`A fault after ${Math.round(process.uptime())} seconds: ${(error as Error).message}`);
  process.exitCode = 1;
}
