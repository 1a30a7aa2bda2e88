/**
 * What all of these come to. When one fails the others are given up, and are over before it rejects as that one did.
 * @param begin begins all of them; the signal is aborted when they are of no use any more.
 */
export async function allOrNone<T>(begin: (signal: AbortSignal) => readonly Promise<T>[]): Promise<T[]> {
  const needed = new AbortController();
  const begun = begin(needed.signal);
  try {
    return await Promise.all(begun);
  } catch (error) {
    needed.abort();
    await Promise.allSettled(begun);
    throw error;
  }
}
