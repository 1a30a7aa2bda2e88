import type { IncomingHttpHeaders } from "node:http";
import type { Waiting } from "../../ports/driving/conversations.js";
import { MAX_PREFERRED_WAIT_MS } from "./timeouts.js";

/** The header that tells which preference was followed. */
export const PREFERENCE_APPLIED = "Preference-Applied";

export interface Preference extends Waiting {
  /** What `Preference-Applied` says; undefined when nothing that we know was preferred. */
  readonly applied?: string;
}

/** RFC 7240: `Prefer: respond-async` and `Prefer: wait=n` (decision 4.1). What is unknown is ignored, as it says. */
export function readPreference({ prefer: header }: IncomingHttpHeaders): Preference {
  if (typeof header !== "string") return {};
  const preferences = header.split(",").map((preference) => (preference.split(";", 1)[0] ?? "").trim().toLowerCase());
  const wait = preferences.map((preference) => /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference)?.[1]).find(Boolean);
  if (wait !== undefined) {
    const seconds = Math.min(Number(wait), MAX_PREFERRED_WAIT_MS / 1000);
    return { waitMs: seconds * 1000, applied: `wait=${seconds}` };
  }
  return preferences.includes("respond-async") ? { waitMs: 0, applied: "respond-async" } : {};
}
