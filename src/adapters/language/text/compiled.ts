import { yieldToEventLoop } from "../../runtime/cooperative-yield.js";

const known = new WeakSet<RegExp>();

/**
 * Has patterns compiled one after the other before they are used: the platform compiles each when it is first used, and
 * some hundred large ones at once would hold others up.
 */
export async function compiled(patterns: Iterable<RegExp>): Promise<void> {
  for (const pattern of patterns) {
    if (known.has(pattern)) continue;
    known.add(pattern);
    // The first use makes byte code of it, the second machine code.
    for (let use = 0; use < 2; use += 1) "".search(pattern);
    await yieldToEventLoop();
  }
}
