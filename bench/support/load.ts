import autocannon from "autocannon";

const CONNECTIONS = 32;

/**
 * The requests per second that an address answers at concurrency 32.
 * @throws Error when any answer is not 2xx: a fast refusal is no figure.
 */
export async function requestsPerSecond(
  url: string,
  seconds: number,
  headers: Record<string, string>,
): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  }
  return result.requests.average;
}
