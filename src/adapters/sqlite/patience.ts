import { setTimeout as sleep } from "node:timers/promises";
import { unavailable } from "../store-support/store-errors.js";
import { asUnavailable, isBusy } from "./errors.js";

/** In milliseconds: how long another process may keep us out. */
const PATIENCE = 10_000;
const LONGEST_PAUSE = 25;
const GOLDEN = 0.618_033_988_749_895;

let turns = 0;

/**
 * Runs `attempt` again while another connection keeps it out. It waits between two tries, so the event loop does not.
 * @throws DomainError `unavailable` when that takes too long or the file cannot be used; otherwise what it throws.
 */
export async function patiently<T>(attempt: () => T, patience = PATIENCE): Promise<T> {
  try {
    return attempt();
  } catch (error) {
    if (!isBusy(error)) throw asUnavailable(error);
  }
  for (const pause of pauses(patience)) {
    await sleep(pause);
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw asUnavailable(error);
    }
  }
  throw unavailable("another process keeps it busy", "store_busy");
}

function* pauses(patience: number): Generator<number> {
  let waited = 0;
  for (let step = 1; waited < patience; step = Math.min(step * 2, LONGEST_PAUSE)) {
    const pause = step * spread();
    waited += pause;
    yield pause;
  }
}

/** 0.5 to 1.5, never the same twice in a row, and in each process a sequence of its own: no two stay in step. */
function spread(): number {
  turns += 1;
  return 0.5 + ((turns * GOLDEN + process.pid * GOLDEN * GOLDEN) % 1);
}
