import { webhookParams, webhookPrompt } from "./limits.js";
import { notificationScopes, type NotificationScope } from "./notification-scope.js";
import { LONGEST_ANSWER } from "./outbound-answer.js";
import { Refused } from "./rules.js";
import { isBlank } from "./white-space.js";

/** What is wrong with an answer, for who wrote the app; nothing of the answer itself stands in it. */
export const answerFaults = [
  "answer_too_long",
  "answer_not_json",
  "answer_not_object",
  "session_id_missing",
  "session_id_wrong",
  "notification_malformed",
  "prompt_malformed",
  "prompt_too_short",
  "prompt_too_long",
  "prompt_blank",
  "params_malformed",
] as const;
export type AnswerFault = (typeof answerFaults)[number];

/** What an app's webhook answered (contract 4.8). */
export type WebhookAnswer =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "asks";
      readonly prompt: string;
      /** The variables that may be filled, each once; names that mean nothing are left out. */
      readonly params: readonly NotificationScope[];
    }
  | { readonly kind: "refused"; readonly reason: AnswerFault };

/**
 * Reads the body of a successful answer. Nothing in it is trusted; what is not known of it is ignored.
 * @param sessionId of the session that the webhook told of: an answer that speaks of another one is refused.
 */
export function readWebhookAnswer(body: string, sessionId: string): WebhookAnswer {
  if (body.length > LONGEST_ANSWER) return refused("answer_too_long");
  // Whoever has nothing to say often says nothing at all.
  if (isBlank(body)) return { kind: "nothing" };
  const answer = parsed(body);
  if (answer === undefined) return refused("answer_not_json");
  if (!isRecord(answer)) return refused("answer_not_object");
  const { session_id: session, notification } = answer;
  if (session !== undefined && session !== sessionId) return refused("session_id_wrong");
  if (notification === undefined || notification === null) return { kind: "nothing" };
  if (session === undefined) return refused("session_id_missing");
  return isRecord(notification) ? readNotification(notification) : refused("notification_malformed");
}

function readNotification({ prompt, params = [] }: Readonly<Record<string, unknown>>): WebhookAnswer {
  const template = webhookPrompt.read(prompt);
  if (template instanceof Refused) return refused(promptFault(template));
  if (isBlank(template)) return refused("prompt_blank");
  const names = webhookParams.read(params ?? []);
  if (names instanceof Refused) return refused("params_malformed");
  return { kind: "asks", prompt: template, params: notificationScopes.filter((scope) => names.includes(scope)) };
}

function promptFault({ violations: [violation] }: Refused): AnswerFault {
  if (violation?.code === "string_too_short") return "prompt_too_short";
  return violation?.code === "string_too_long" ? "prompt_too_long" : "prompt_malformed";
}

/** Undefined for what is no JSON, which knows no undefined. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const refused = (reason: AnswerFault): WebhookAnswer => ({ kind: "refused", reason });
