import { Resolver } from "node:dns/promises";

/**
 * All addresses of a name; none when it has none, or nobody who answers.
 * @param signal ends the asking: what was answered by then counts.
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** How long a nameserver is waited for, in milliseconds, and how often it is asked. */
const PATIENCE = { timeout: 250, tries: 2 };
/** With all tries: a nameserver that is silent about one kind of address leaves time to connect to one of the other. */
const LONGEST_MS = 500;

/** RFC 6761, section 6.3: names under `localhost` resolve to the loopback addresses without a nameserver. */
const LOCALHOST = /(?:^|\.)localhost\.?$/;
const LOOPBACK_ADDRESSES = ["127.0.0.1", "::1"];

/** @returns the addresses of a name that resolves without a nameserver; an empty list for any other name. */
export function addressesOfLocalName(name: string): readonly string[] {
  return LOCALHOST.test(name) ? LOOPBACK_ADDRESSES : [];
}

/**
 * Asks the nameservers of the system, and no other source of names: a look-up by the platform would hold one of the
 * few threads that all work of the process shares, for as long as somebody's nameserver likes.
 */
export const resolveName: Resolve = async (name, signal) => {
  const local = addressesOfLocalName(name);
  if (local.length > 0) return local;
  if (signal.aborted) return [];
  const resolver = new Resolver(PATIENCE);
  const cancel = (): void => resolver.cancel();
  const tooLate = setTimeout(cancel, LONGEST_MS);
  signal.addEventListener("abort", cancel);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    clearTimeout(tooLate);
    signal.removeEventListener("abort", cancel);
  }
};
