import type { DomainError, Violation } from "../../../domain/errors.js";
import { errorMessages, formatCount, type violationMessages } from "../../../domain/error-messages.js";

/** A text for each of the codes, with the parameters that the message of the code has. */
type TextsFor<Messages extends Readonly<Record<string, (parameters: never) => string>>> = {
  readonly [Code in keyof Messages]: (...parameters: Parameters<Messages[Code]>) => string;
};

/** The `detail` of each error of the core (decisions 2.2 and 2.3). The texts are part of the API contract. */
export const errorTexts: TextsFor<typeof errorMessages> = {
  draft_missing: () => "There is no digest to complete with",
  reply_without_app: () => "There is no app to reply to",
  api_key_invalid: () => "Invalid API Key",
  app_disabled: () => "The app is disabled",
  app_name_blank: () => "App name cannot be empty",
  call_running: () => "A request with this Idempotency-Key is still being processed",
  client_session_id_blank: () => "client_session_id cannot be empty",
  content_blank: () => "content cannot be empty",
  content_taken: () => "Another memory has this content",
  contents_blank: () => "All memories must have non-empty content",
  credential_invalid: () => "Invalid authentication credentials",
  credential_missing: () => "Missing or invalid Authorization header. Must be 'Bearer API_KEY'",
  date_out_of_range: ({ property }) => `${toSnakeCaseProperty(property)} is out of range`,
  deleted_since: () => "What this request created has been deleted since",
  description_blank: () => "description cannot be empty",
  descriptions_blank: () => "All action items must have non-empty descriptions",
  display_name_blank: () => "display_name cannot be empty",
  flush_out_of_range: ({ end }) => `There is nothing to flush up to ${end}`,
  focus_rank_out_of_range: () => "focus_rank is out of range",
  folder_unknown: () => "Folder not found",
  goal_range: () => "min_value must not be greater than max_value",
  in_progress: () => "Conversation creation already in progress",
  installations_full: ({ max }) => `At most ${max} apps can be installed`,
  integration_missing: () => "The capability external_integration needs external_integration",
  key_name_blank: () => "Key name cannot be empty",
  key_reused: () => "This Idempotency-Key was already used with another request",
  language_unknown: () => "language must be an ISO 639-1 code",
  lease_lost: () => "The claim is not held any more",
  message_blank: () => "message cannot be empty",
  not_found: ({ object }) => `${object} not found`,
  offset_fraction: () => "offset must be a whole number",
  // A route that rejects an empty body names its fields instead.
  patch_empty: () => "At least one field must be provided",
  period_reversed: () => "finished_at must be after started_at",
  processing: () => "Conversation is being processed",
  processing_budget_exceeded: errorMessages.processing_budget_exceeded,
  push_keys_malformed: () => "keys must be the p256dh and auth of a browser's subscription, in base64url",
  push_keys_unexpected: () => "keys are a browser's alone",
  push_targets_full: ({ max }) => `At most ${max} push targets can be registered`,
  push_token_malformed: () => "token must be 1 to 256 printable characters without a space",
  push_token_unexpected: () => "token is an ntfy topic's alone",
  question_blank: () => "question cannot be empty",
  rate_limited: ({ seconds }) => `Rate limit exceeded. Try again in ${seconds}s.`,
  replies_full: ({ max }) => `A notification takes at most ${max} replies`,
  reply_blank: () => "text cannot be empty",
  response_not_stored: () => "The answer to this Idempotency-Key is not kept",
  scope_missing: ({ scope }) => `Insufficient permissions. Required scope: ${scope}`,
  scope_not_requested: ({ scope }) => `The app does not ask for the scope ${scope}`,
  scopes_empty: () => "At least one scope must be provided",
  scopes_unknown: ({ available }) => `Invalid scopes. Available: [${available.map(quote).join(", ")}]`,
  segment_end: ({ index }) => `Segment ${index}: end time must be after start time`,
  segment_speaker_id: ({ index }) => `Segment ${index}: speaker_id is out of range`,
  segment_start: ({ index }) => `Segment ${index}: start time cannot be negative`,
  segment_text: ({ index }) => `Segment ${index}: text cannot be empty`,
  segment_time: ({ index }) => `Segment ${index}: times must be finite numbers`,
  session_contradiction: ({ index }) => `transcript_segments: segment ${index} of the session says something else`,
  session_finished: ({ count }) =>
    `Session is finished${count === null ? "" : `: it has ${formatCount(count, "segment")}`}`,
  session_full: ({ max, count }) => `transcript_segments: a session holds at most ${max} segments, and has ${count}`,
  session_gap: ({ offset, count }) => `offset ${offset} leaves a gap: the session has ${formatCount(count, "segment")}`,
  session_too_long: ({ max, count }) =>
    `transcript_segments: a session holds at most ${max} characters, and has ${count}`,
  text_blank: () => "text cannot be empty",
  time_zone_unknown: () => "time_zone must be an IANA time zone",
  title_blank: () => "title cannot be empty",
  title_long: ({ max }) => `title must have at most ${max} characters`,
  url_forbidden: ({ property }) =>
    `${toSnakeCaseProperty(property)} must not be a private, local or otherwise reserved address`,
  url_malformed: ({ property, schemes }) =>
    `${toSnakeCaseProperty(property)} must be an absolute ${schemes} URL in ASCII, without user or fragment`,
  user_id_malformed: () => "A user id has 1 to 255 characters and is not blank",
  visibility_unknown: () => "visibility must be 'public' or 'private'",
};

/** The `msg` of each rule of the domain, in the words of the public service (decision 2.1); its `type` is the code. */
export const violationTexts: TextsFor<typeof violationMessages> = {
  string_type: () => "Input should be a valid string",
  string_unicode: () => "Input should be a valid string, unable to parse raw data as a unicode string",
  string_too_short: ({ min }) => `String should have at least ${formatCount(min, "character")}`,
  string_too_long: ({ max }) => `String should have at most ${formatCount(max, "character")}`,
  float_type: () => "Input should be a valid number",
  finite_number: () => "Input should be a finite number",
  greater_than_equal: ({ min }) => `Input should be greater than or equal to ${min}`,
  less_than_equal: ({ max }) => `Input should be less than or equal to ${max}`,
  enum: ({ values }) => `Input should be ${formatAlternatives(values)}`,
  list_type: () => "Input should be a valid list",
  too_short: ({ min, length }) =>
    `List should have at least ${formatCount(min, "item")} after validation, not ${length}`,
  too_long: ({ max, length }) => `List should have at most ${formatCount(max, "item")} after validation, not ${length}`,
};

/** Returns the `detail` of an error. The errors of adapters have codes of their own, and their message is the text. */
export function getErrorText({ code, message, parameters }: DomainError): string {
  return findText(errorTexts, code, parameters) ?? message;
}

/** Returns the `msg` of a violation. For a code of a parser of this adapter it is the message of the violation. */
export function getViolationText({ code, message, parameters }: Violation): string {
  return findText(violationTexts, code, parameters) ?? message;
}

function findText(texts: object, code: string, parameters: unknown): string | undefined {
  if (!Object.hasOwn(texts, code)) return undefined;
  return (texts as Readonly<Record<string, (parameters: unknown) => string>>)[code]?.(parameters);
}

/** Properties of the domain whose wire name says more. */
const WIRE_NAMES: Readonly<Record<string, string>> = { segments: "transcript_segments" };

/** Returns the name that a property of the domain has in requests and responses. */
export function toSnakeCaseProperty(property: string): string {
  return WIRE_NAMES[property] ?? property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const quote = (value: string): string => `'${value}'`;

/** Formats `'a'`, `'a' or 'b'`, `'a', 'b' or 'c'`. */
function formatAlternatives(values: readonly string[]): string {
  const quoted = values.map(quote);
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}` : quoted.join("");
}
