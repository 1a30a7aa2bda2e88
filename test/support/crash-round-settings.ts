/** The number of rounds in which a long test kills servers: `ROUNDS`, or a default that suits a run of all tests. */
export const ROUNDS = readPositiveInteger("ROUNDS", 20);

/** The seed of all random choices: `SEED`. Printed, and contained in the error of a failed test. */
export const SEED = readPositiveInteger("SEED", Date.now() >>> 0);

/** Timeouts of a test that kills servers, for one round and for the rest, on a busy machine. */
export const ROUNDS_TIMEOUT_MS = 600_000 + ROUNDS * 60_000;

/** Returns a number from the environment that makes a long test longer. @throws Error that names the variable. */
export function readPositiveInteger(name: string, defaultValue: number): number {
  const value = Number(process.env[name] ?? defaultValue);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${name} must be a whole number greater than 0`);
  return value;
}
