/** What an aggregate remembers of the calls that bear a key (decision 10.1), so that none of them changes it twice. */
export interface KeyedChanges {
  /** The last calls under a key that have changed it, oldest first; absent as long as none has. */
  readonly keyedChanges?: readonly string[];
}

/**
 * So many are remembered. A call is repeated within a day, and mostly within seconds: that so many others under keys
 * change the same object in between is as good as impossible.
 */
const MOST_REMEMBERED = 8;

/** @param callId undefined for a call without a key: nothing tells it from another one. */
export function hasChanged({ keyedChanges = [] }: KeyedChanges, callId: string | undefined): boolean {
  return callId !== undefined && keyedChanges.includes(callId);
}

/**
 * `change(before)`, which remembers the call; `before` itself when the call has changed it already, whatever others
 * have made of it since. The aggregate remembers within its own write: it needs no other one beside it.
 * @param aggregate what restores it.
 * @param callId as in `hasChanged`: without one nothing is remembered.
 * @throws what `change` throws.
 */
export function changeOnce<S extends KeyedChanges, A extends { readonly state: S }>(
  aggregate: { restore(state: S): A },
  before: A,
  callId: string | undefined,
  change: (before: A) => A,
): A {
  if (hasChanged(before.state, callId)) return before;
  const after = change(before);
  if (callId === undefined || after === before) return after;
  const keyedChanges = [...(before.state.keyedChanges ?? []), callId].slice(-MOST_REMEMBERED);
  return aggregate.restore({ ...after.state, keyedChanges });
}
