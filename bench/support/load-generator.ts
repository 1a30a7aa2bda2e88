import autocannon from "autocannon";

const CONNECTIONS = 32;

export interface LoadRequest {
  readonly url: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Measures the requests per second at 32 connections.
 * @throws Error if any response is not 2xx, because rejected requests would distort the figure.
 */
export async function measureRequestsPerSecond(request: LoadRequest, seconds: number): Promise<number> {
  return (await load(request, seconds)).requests.average;
}

/** @returns the number of responses within `seconds`. */
export async function countAnsweredRequests(request: LoadRequest, seconds: number): Promise<number> {
  return (await load(request, seconds)).requests.total;
}

/** Measures the p99 latency at 32 connections. @throws Error if any response is not 2xx. */
export async function measureP99LatencyMs(request: LoadRequest, seconds: number): Promise<number> {
  return (await load(request, seconds)).latency.p99;
}

async function load(
  { url, method = "GET", headers = {}, body }: LoadRequest,
  seconds: number,
): Promise<autocannon.Result> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    ...(body === undefined ? {} : { body }),
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} responses were not 2xx, ${result.errors} requests failed`);
  }
  return result;
}
