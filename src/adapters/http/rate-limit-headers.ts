import type { HourlyAllowance } from "../../ports/driving/notifications.js";
import type { Admission, QuotaState } from "../../ports/driven/rate-limiter.js";

const SECOND = 1000;
const nameOf = ({ quota }: QuotaState): string => (quota.windowMs === 60 * SECOND ? "minute" : "day");

/**
 * Decision 3.1: `X-RateLimit-*` of the tighter quota, and the fields of the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-10) for each. None while the limits are off.
 */
export function rateLimitHeaders({ quotas }: Admission, now: Date): [name: string, value: string][] {
  let [tighter] = quotas;
  if (!tighter) return [];
  let policies = "";
  let states = "";
  for (const state of quotas) {
    if (state.remaining < tighter.remaining) tighter = state;
    const separator = policies === "" ? "" : ", ";
    const { limit, windowMs } = state.quota;
    policies += `${separator}"${nameOf(state)}";q=${limit};w=${windowMs / SECOND}`;
    states += `${separator}"${nameOf(state)}";r=${state.remaining};t=${secondsUntil(state.fullAt, now)}`;
  }
  return [
    ["X-RateLimit-Limit", String(tighter.quota.limit)],
    ["X-RateLimit-Remaining", String(tighter.remaining)],
    ["X-RateLimit-Reset", String(Math.ceil(tighter.fullAt / SECOND))],
    ["RateLimit-Policy", policies],
    ["RateLimit", states],
  ];
}

/** The headers of an app's allowance. */
export const quotaHeaders = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/** Decision 9.1: unlike elsewhere, in seconds to the end of the hour. None while there is no limit. */
export function allowanceHeaders(allowance: HourlyAllowance | undefined): [name: string, value: string][] {
  if (!allowance) return [];
  const { limit, left, endsInMs } = allowance;
  const values = [limit, left, Math.ceil(endsInMs / SECOND)];
  return quotaHeaders.map((name, index) => [name, String(values[index])]);
}

function secondsUntil(instant: number, now: Date): number {
  return Math.max(0, Math.ceil((instant - now.getTime()) / SECOND));
}
