/**
 * Declares tests of one `describe` that mostly wait, for timeouts or retries: all start before the first result is
 * checked, and each passes or fails by its own outcome. They must not share state.
 * @param tests by their titles.
 */
export function declareConcurrentTests(tests: Readonly<Record<string, () => Promise<void>>>): void {
  const outcomes = new Map<string, Promise<PromiseSettledResult<void>>>();
  before(() => {
    for (const [name, test] of Object.entries(tests)) outcomes.set(name, settle(test()));
  });
  after(() => Promise.all(outcomes.values()));
  for (const name of Object.keys(tests)) {
    it(name, async () => {
      const outcome = await outcomes.get(name);
      if (outcome?.status !== "fulfilled") throw outcome?.reason;
    });
  }
}

async function settle<T>(work: Promise<T>): Promise<PromiseSettledResult<T>> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome;
}
