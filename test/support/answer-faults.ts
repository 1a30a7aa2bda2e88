import type { Route } from "../../src/adapters/http/route.js";
import type { Expected } from "./matrix-cells.js";
import { headerOf, type RawAnswer } from "./raw-http.js";

const rateLimitHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit-Policy",
  "RateLimit",
];

/** What differs from one answer to the next, whatever is asked. */
const varying = ["x-request-id", "date", "x-ratelimit-remaining", "x-ratelimit-reset", "ratelimit"];

/** What is wrong with an answer of a service whose limits are on. Decisions 1.10, 2.1, 2.9 and 3.1. */
export function faultsIn(answer: RawAnswer, { status, detail }: Expected, { credential }: Route): string[] {
  const body = JSON.stringify({ detail });
  const wrong = (name: string, value: string | undefined): string[] => {
    const found = headerOf(answer, name);
    return found === value ? [] : [`${name}: ${found ?? "none"} instead of ${value ?? "none"}`];
  };
  const counted = countedBy(credential, status);
  return [
    ...(answer.status === status ? [] : [`${answer.status} instead of ${status}`]),
    ...(detail === undefined || answer.body.equals(Buffer.from(body))
      ? []
      : [`${answer.body.toString()} instead of ${body}`]),
    ...(detail === undefined ? [] : wrong("Content-Type", "application/json; charset=utf-8")),
    ...wrong("WWW-Authenticate", status === 401 ? "Bearer" : undefined),
    ...(headerOf(answer, "X-Request-Id") ? [] : ["X-Request-Id: none"]),
    ...rateLimitHeaders
      .filter((name) => (headerOf(answer, name) !== undefined) !== counted.includes(name))
      .map((name) => `${name}: ${counted.includes(name) ? "none" : "there"}`),
  ];
}

/** The headers that tell of a limit. Decision 9.1: an app is told of its own, where it was counted. */
function countedBy(credential: Route["credential"], status: number): readonly string[] {
  if (credential === "none" || status === 401) return [];
  if (credential !== "app") return rateLimitHeaders;
  return [200, 429].includes(status) ? rateLimitHeaders.slice(0, 3) : [];
}

/** What is wrong with the refusal of a call beyond a limit of one a minute. Decision 3.2. */
export function faultsInLimited(answer: RawAnswer, route: Route): string[] {
  const seconds = Number(headerOf(answer, "Retry-After"));
  const told = ["X-RateLimit-Limit", "X-RateLimit-Remaining"].map((name) => headerOf(answer, name)).join();
  return [
    ...faultsIn(answer, { status: 429, detail: `Rate limit exceeded. Try again in ${seconds}s.` }, route),
    ...(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60 ? [] : [`Retry-After: ${seconds}`]),
    ...(told === "1,0" ? [] : [`X-RateLimit-Limit and -Remaining: ${told} instead of 1,0`]),
  ];
}

/** All of an answer that must be the same for another user's id and for an unknown one (decision 1.11). */
export function unvarying({ status, reason, headers, body }: RawAnswer): string {
  const lines = headers.map(([name, value]) => (varying.includes(name.toLowerCase()) ? name : `${name}: ${value}`));
  return [`${status} ${reason}`, ...lines, "", body.toString("latin1")].join("\n");
}
