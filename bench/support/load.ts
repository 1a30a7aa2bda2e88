import autocannon from "autocannon";

const CONNECTIONS = 32;

export interface Asked {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * The requests per second that are answered at concurrency 32.
 * @throws Error when any answer is not 2xx: a fast refusal is no figure.
 */
export async function requestsPerSecond(asked: Asked, seconds: number): Promise<number> {
  return (await load(asked, seconds)).requests.average;
}

/** @returns how many requests were answered in that time. */
export async function requestsAnswered(asked: Asked, seconds: number): Promise<number> {
  return (await load(asked, seconds)).requests.total;
}

/** The 99th percentile of how long answers take at concurrency 32, in milliseconds. @throws as `requestsPerSecond`. */
export async function slowestPercent(asked: Asked, seconds: number): Promise<number> {
  return (await load(asked, seconds)).latency.p99;
}

async function load({ url, method = "GET", headers = {}, body }: Asked, seconds: number): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    ...(body === undefined ? {} : { body }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} requests failed`);
  }
  return result;
}
