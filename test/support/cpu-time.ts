/**
 * CPU time that this process spends on the work, in milliseconds. Unlike elapsed time it does not grow while other
 * programs keep the processors busy.
 */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}
