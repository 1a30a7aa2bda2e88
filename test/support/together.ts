/**
 * Declares tests of one `describe` that mostly wait, for time-outs or for their turn: all are begun before the first is
 * looked at, and each is passed or failed by its own outcome. They must share nothing.
 * @param tests by their names.
 */
export function together(tests: Readonly<Record<string, () => Promise<void>>>): void {
  const outcomes = new Map<string, Promise<PromiseSettledResult<void>>>();
  before(() => {
    for (const [name, test] of Object.entries(tests)) outcomes.set(name, outcomeOf(test()));
  });
  after(() => Promise.all(outcomes.values()));
  for (const name of Object.keys(tests)) {
    it(name, async () => {
      const outcome = await outcomes.get(name);
      if (outcome?.status !== "fulfilled") throw outcome?.reason;
    });
  }
}

async function outcomeOf<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}
