import type { Route } from "../../src/adapters/http/kernel/route.js";
import type { ExpectedResponse } from "./authorization-matrix.js";
import { getHeader, type RawResponse } from "./raw-http.js";

const RATE_LIMIT_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
];

/** Headers that differ between responses to the same request. */
const VOLATILE_HEADERS = ["x-request-id", "date", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"];

/** Returns the faults of a response of a service with rate limits (decisions 1.10, 2.1, 2.9 and 3.1). */
export function findResponseFaults(
  response: RawResponse,
  { status, detail }: ExpectedResponse,
  { credential }: Route,
): string[] {
  const body = JSON.stringify({ detail });
  const findHeaderFault = (name: string, value: string | undefined): string[] => {
    const actual = getHeader(response, name);
    return actual === value ? [] : [`${name}: ${actual ?? "none"} instead of ${value ?? "none"}`];
  };
  const countedHeaders = expectedLimitHeaders(credential, status);
  return [
    ...(response.status === status ? [] : [`${response.status} instead of ${status}`]),
    ...(detail === undefined || response.body.equals(Buffer.from(body))
      ? []
      : [`${response.body.toString()} instead of ${body}`]),
    ...(detail === undefined ? [] : findHeaderFault("Content-Type", "application/json; charset=utf-8")),
    ...findHeaderFault("WWW-Authenticate", status === 401 ? "Bearer" : undefined),
    ...(getHeader(response, "X-Request-Id") ? [] : ["X-Request-Id: none"]),
    ...RATE_LIMIT_HEADERS.filter(
      (name) => (getHeader(response, name) !== undefined) !== countedHeaders.includes(name),
    ).map((name) => `${name}: ${countedHeaders.includes(name) ? "none" : "there"}`),
  ];
}

/** Returns the expected rate limit headers. An app gets its own limit, if the call was counted (decision 9.1). */
function expectedLimitHeaders(credential: Route["credential"], status: number): readonly string[] {
  if (credential === "none" || status === 401) return [];
  if (credential !== "app") return RATE_LIMIT_HEADERS;
  return [200, 429].includes(status) ? RATE_LIMIT_HEADERS.slice(0, 3) : [];
}

/** Returns the faults of the error for a call beyond a limit of one per minute (decision 3.2). */
export function findRateLimitFaults(response: RawResponse, route: Route): string[] {
  const seconds = Number(getHeader(response, "Retry-After"));
  const limitHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining"].map((name) => getHeader(response, name)).join();
  return [
    ...findResponseFaults(response, { status: 429, detail: `Rate limit exceeded. Try again in ${seconds}s.` }, route),
    ...(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60 ? [] : [`Retry-After: ${seconds}`]),
    ...(limitHeaders === "1,0" ? [] : [`X-RateLimit-Limit and -Remaining: ${limitHeaders} instead of 1,0`]),
  ];
}

/** Returns the part of a response that must be equal for another user's ID and an unknown ID (decision 1.11). */
export function stableTextOf({ status, reason, headers, body }: RawResponse): string {
  const lines = headers.map(([name, value]) =>
    VOLATILE_HEADERS.includes(name.toLowerCase()) ? name : `${name}: ${value}`,
  );
  return [`${status} ${reason}`, ...lines, "", body.toString("latin1")].join("\n");
}
