/** In characters: OpenID Connect Core 1.0, section 2. */
const LONGEST_SUBJECT = 255;

/** Whether the value can be a user id: it names rows and counters from here on. */
export function isSubject(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= LONGEST_SUBJECT && value.isWellFormed();
}
