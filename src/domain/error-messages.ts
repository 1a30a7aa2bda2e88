/**
 * The errors of the core: each stable code with its message in domain terms. The parameters of a message are also on
 * the error, so that an adapter can write a text of its own; the HTTP adapter has one for every code.
 */
export const errorMessages = {
  draft_missing: () => "The conversation has no draft to complete",
  reply_without_app: () => "There is no app to reply to",
  api_key_invalid: () => "The API key is not valid",
  app_disabled: () => "The app is disabled",
  app_name_blank: () => "The name of an app must not be blank",
  call_running: () => "A request with this idempotency key is still being processed",
  client_session_id_blank: () => "The client's session ID must not be blank",
  content_blank: () => "The content must not be blank",
  content_taken: () => "Another memory has this content",
  contents_blank: () => "The content of a memory must not be blank",
  credential_invalid: () => "The credential is not valid",
  credential_missing: () => "A credential is required",
  date_out_of_range: ({ property }: PropertyParameters) => `${property} is not between the years 1 and 9999`,
  deleted_since: () => "What this request created has been deleted since",
  description_blank: () => "The description must not be blank",
  descriptions_blank: () => "The description of an action item must not be blank",
  display_name_blank: () => "The display name must not be blank",
  flush_out_of_range: ({ end }: { end: number }) => `There is nothing to flush up to ${end}`,
  focus_rank_out_of_range: () => "The focus rank must be a safe integer",
  folder_unknown: () => "Folder not found",
  goal_range: () => "The minimum must not be greater than the maximum",
  in_progress: () => "The conversation is still being recorded",
  installations_full: ({ max }: MaxParameters) => `At most ${max} apps can be installed`,
  integration_missing: () => "An app that receives transcripts needs an external integration",
  key_name_blank: () => "The name of an API key must not be blank",
  key_reused: () => "This idempotency key was already used with another request",
  language_unknown: () => "The language must be an ISO 639-1 code",
  lease_lost: () => "The lease was lost",
  message_blank: () => "The message must not be blank",
  not_found: ({ object }: { object: string }) => `${object} not found`,
  offset_fraction: () => "The offset must be a whole number",
  patch_empty: () => "The patch contains no property",
  period_reversed: () => "The end must be after the start",
  processing: () => "The conversation is being processed",
  processing_budget_exceeded: ({ resource }: { resource: "cpu_time" | "memory" }) =>
    `Processing exceeded its budget (${resource === "memory" ? "memory" : "CPU time"})`,
  push_keys_malformed: () => "The keys must be the p256dh and auth of a browser's subscription, in base64url",
  push_keys_unexpected: () => "Only a browser has keys",
  push_targets_full: ({ max }: MaxParameters) => `At most ${max} push targets can be registered`,
  push_token_malformed: () => "The token must be 1 to 256 printable characters without a space",
  push_token_unexpected: () => "Only an ntfy topic has a token",
  question_blank: () => "The question must not be blank",
  rate_limited: ({ seconds }: { seconds: number }) => `Rate limit exceeded. Try again in ${seconds}s.`,
  replies_full: ({ max }: MaxParameters) => `A notification takes at most ${max} replies`,
  reply_blank: () => "The reply must not be blank",
  response_not_stored: () => "The response to this idempotency key is not stored",
  scope_missing: ({ scope }: { scope: string }) => `The credential lacks the scope ${scope}`,
  scope_not_requested: ({ scope }: { scope: string }) => `The app does not request the scope ${scope}`,
  scopes_empty: () => "At least one scope is required",
  scopes_unknown: ({ available }: { available: readonly string[] }) => `The scopes are ${available.join(", ")}`,
  segment_end: ({ index }: SegmentParameters) => `Segment ${index} must end after its start`,
  segment_speaker_id: ({ index }: SegmentParameters) => `Segment ${index}: the number of the speaker is out of range`,
  segment_start: ({ index }: SegmentParameters) => `Segment ${index} must not start before 0`,
  segment_text: ({ index }: SegmentParameters) => `Segment ${index}: the text must not be blank`,
  segment_time: ({ index }: SegmentParameters) => `Segment ${index}: the times must be finite`,
  session_contradiction: ({ index }: SegmentParameters) => `Segment ${index} differs from the stored segment`,
  session_finished: ({ count }: { count: number | null }) =>
    `The session is finished${count === null ? "" : ` and has ${formatCount(count, "segment")}`}`,
  session_full: ({ max, count }: SessionFullParameters) => `A session holds at most ${max} segments, and has ${count}`,
  session_gap: ({ offset, count }: { offset: number; count: number }) =>
    `The offset ${offset} leaves a gap: the session has ${formatCount(count, "segment")}`,
  session_too_long: ({ max, count }: SessionFullParameters) =>
    `A session holds at most ${max} characters, and has ${count}`,
  text_blank: () => "The text must not be blank",
  time_zone_unknown: () => "The time zone must be an IANA time zone",
  title_blank: () => "The title must not be blank",
  title_long: ({ max }: MaxParameters) => `The title must have at most ${max} characters`,
  url_forbidden: ({ property }: PropertyParameters) =>
    `${property} must not be a private, local or otherwise reserved address`,
  url_malformed: ({ property, schemes }: PropertyParameters & { schemes: string }) =>
    `${property} must be an absolute ${schemes} URL in ASCII, without user or fragment`,
  user_id_malformed: () => "A user ID has 1 to 255 characters and is not blank",
  visibility_unknown: () => "The visibility must be public or private",
};

/** The messages of `Rule`s: each says what the value must be. */
export const violationMessages = {
  string_type: () => "must be a string",
  string_unicode: () => "must be well-formed Unicode",
  string_too_short: ({ min }: { min: number }) => `must have at least ${formatCount(min, "character")}`,
  string_too_long: ({ max }: MaxParameters) => `must have at most ${formatCount(max, "character")}`,
  float_type: () => "must be a number",
  finite_number: () => "must be finite",
  greater_than_equal: ({ min }: { min: number }) => `must be at least ${min}`,
  less_than_equal: ({ max }: MaxParameters) => `must be at most ${max}`,
  enum: ({ values }: { values: readonly string[] }) => `must be one of ${values.join(", ")}`,
  list_type: () => "must be a list",
  too_short: ({ min, length }: { min: number; length: number }) =>
    `must have at least ${formatCount(min, "item")}, and has ${length}`,
  too_long: ({ max, length }: MaxParameters & { length: number }) =>
    `must have at most ${formatCount(max, "item")}, and has ${length}`,
};

/** A property of the input, by its name in the domain. */
interface PropertyParameters {
  readonly property: string;
}

interface MaxParameters {
  readonly max: number;
}

interface SegmentParameters {
  /** The position of the segment, from 0. */
  readonly index: number;
}

interface SessionFullParameters {
  readonly max: number;
  readonly count: number;
}

/** Formats a number with its noun, such as `1 segment` or `2 segments`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export type ErrorCode = keyof typeof errorMessages;
export type ViolationCode = keyof typeof violationMessages;
/** None or one: the arguments of the message of this code. */
export type ErrorArguments<C extends ErrorCode> = Parameters<(typeof errorMessages)[C]>;
export type ViolationArguments<C extends ViolationCode> = Parameters<(typeof violationMessages)[C]>;
