import type { Admission, QuotaState } from "../../ports/driven/rate-limiter.js";

const SECOND = 1000;
const nameOf = ({ quota }: QuotaState): string => (quota.windowMs === 60 * SECOND ? "minute" : "day");

/**
 * Decision 3.1: `X-RateLimit-*` of the tighter quota, and the fields of the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-10) for each. None while the limits are off.
 */
export function rateLimitHeaders({ quotas }: Admission, now: Date): Record<string, string> {
  const [first, ...others] = quotas;
  if (!first) return {};
  const tighter = others.reduce((least, state) => (state.remaining < least.remaining ? state : least), first);
  return {
    "X-RateLimit-Limit": String(tighter.quota.limit),
    "X-RateLimit-Remaining": String(tighter.remaining),
    "X-RateLimit-Reset": String(Math.ceil(tighter.fullAt / SECOND)),
    "RateLimit-Policy": quotas
      .map((state) => `"${nameOf(state)}";q=${state.quota.limit};w=${state.quota.windowMs / SECOND}`)
      .join(", "),
    RateLimit: quotas
      .map((state) => `"${nameOf(state)}";r=${state.remaining};t=${secondsUntil(state.fullAt, now)}`)
      .join(", "),
  };
}

function secondsUntil(instant: number, now: Date): number {
  return Math.max(0, Math.ceil((instant - now.getTime()) / SECOND));
}
