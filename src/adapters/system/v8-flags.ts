import { setFlagsFromString } from "node:v8";

/** How much the heap may exceed the live objects before a collection, in percent; by default V8 doubles it or more. */
const MAX_HEAP_GROWTH_PERCENT = 20;

/**
 * Limits the heap of this process: on a machine with much memory V8 delays collections until most of a server's heap is
 * garbage. Only for mneme's own programs, because the flag applies to the whole process.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${MAX_HEAP_GROWTH_PERCENT}`);
}
