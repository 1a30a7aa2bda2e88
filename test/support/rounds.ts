/** How often servers are killed in a long test: `ROUNDS`, or as many as a run of all tests has time for. */
export const ROUNDS = numberOf("ROUNDS", 20);

/** Repeats the choices of an earlier run: `SEED`. Printed, and named where a test fails. */
export const SEED = numberOf("SEED", Date.now() >>> 0);

/** Timeouts of a test that kills servers, for one round and for the rest, on a busy machine. */
export const ROUNDS_TIMEOUT_MS = 600_000 + ROUNDS * 60_000;

function numberOf(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number greater than 0`);
  return value;
}
