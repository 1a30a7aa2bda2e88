import type { IncomingHttpHeaders } from "node:http";
import type { RateLimitResult, RateLimitQuotaState } from "../../../ports/driven/runtime/rate-limiter.js";
import type { WaitOptions } from "../../../ports/driving/conversations.js";
import type { HourlyQuotaState } from "../../../ports/driving/notifications.js";
import { MAX_PREFERRED_WAIT_MS } from "../server/timeouts.js";

/** The response header that names the applied preference (RFC 7240, section 3). */
export const PREFERENCE_APPLIED_HEADER = "Preference-Applied";

export interface ProcessingPreference extends WaitOptions {
  /** The value of `Preference-Applied`; undefined without a supported preference. */
  readonly appliedPreference?: string;
}

/** Parses `Prefer: respond-async` and `Prefer: wait=n`. Ignores unknown preferences, as RFC 7240 requires. */
export function parsePreferHeader({ prefer: header }: IncomingHttpHeaders): ProcessingPreference {
  if (typeof header !== "string") return {};
  const preferences = header.split(",").map((preference) => (preference.split(";", 1)[0] ?? "").trim().toLowerCase());
  const waitSeconds = preferences.map((preference) => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference)?.[1]).find(Boolean);
  if (waitSeconds !== undefined) {
    const seconds = Math.min(Number(waitSeconds), MAX_PREFERRED_WAIT_MS / 1000);
    return { waitMs: seconds * 1000, appliedPreference: `wait=${seconds}` };
  }
  return preferences.includes("respond-async") ? { waitMs: 0, appliedPreference: "respond-async" } : {};
}

const SECOND_MS = 1000;
const getQuotaName = ({ quota }: RateLimitQuotaState): string => (quota.windowMs === 60 * SECOND_MS ? "minute" : "day");

/**
 * Formats `X-RateLimit-*` of the tighter quota, and the fields of the IETF draft
 * (draft-ietf-httpapi-ratelimit-headers-10) for each quota. Returns no headers while the limits are disabled.
 */
export function formatRateLimitHeaders({ quotas }: RateLimitResult, now: Date): [name: string, value: string][] {
  let [tightest] = quotas;
  if (!tightest) return [];
  let policies = "";
  let states = "";
  for (const state of quotas) {
    if (state.remaining < tightest.remaining) tightest = state;
    const separator = policies === "" ? "" : ", ";
    const { limit, windowMs } = state.quota;
    policies += `${separator}"${getQuotaName(state)}";q=${limit};w=${windowMs / SECOND_MS}`;
    states += `${separator}"${getQuotaName(state)}";r=${state.remaining};t=${getSecondsUntil(state.fullAtMs, now)}`;
  }
  return [
    ["X-RateLimit-Limit", String(tightest.quota.limit)],
    ["X-RateLimit-Remaining", String(tightest.remaining)],
    ["X-RateLimit-Reset", String(Math.ceil(tightest.fullAtMs / SECOND_MS))],
    ["RateLimit-Policy", policies],
    ["RateLimit", states],
  ];
}

/** The headers of an app's hourly quota. */
export const QUOTA_HEADER_NAMES = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/**
 * Formats the hourly quota of an app. Returns no headers when there is no limit. Unlike elsewhere, the reset is in
 * seconds until the end of the hour (decision 9.1).
 */
export function formatHourlyQuotaHeaders(hourlyQuota: HourlyQuotaState | undefined): [name: string, value: string][] {
  if (!hourlyQuota) return [];
  const { limit, remaining, resetsInMs } = hourlyQuota;
  const values = [limit, remaining, Math.ceil(resetsInMs / SECOND_MS)];
  return QUOTA_HEADER_NAMES.map((name, index) => [name, String(values[index])]);
}

function getSecondsUntil(timestampMs: number, now: Date): number {
  return Math.max(0, Math.ceil((timestampMs - now.getTime()) / SECOND_MS));
}
