/**
 * CPU time that this process spends on the work, in milliseconds. Unlike elapsed time it does not grow while other
 * programs keep the processors busy.
 */
export async function measureCpuTimeMs(work: () => unknown): Promise<number> {
  const startUsage = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(startUsage);
  return (user + system) / 1000;
}
