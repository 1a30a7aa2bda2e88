import { setFlagsFromString } from "node:v8";

/** By how many percent the heap may outgrow what is alive in it before it is collected; V8 doubles it and more. */
const GROWTH_PERCENT = 20;

/**
 * Keeps this process small: on a machine with much memory V8 puts collections off for so long that most of what a
 * server holds is garbage. For programs of our own, for it is the whole process that it is about.
 */
export function keepHeapTight(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
