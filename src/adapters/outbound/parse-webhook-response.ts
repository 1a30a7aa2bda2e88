import { notificationScopes } from "../../domain/app/app.js";
import { MAX_WEBHOOK_RESPONSE_BYTES, webhookParams, webhookPrompt } from "../../domain/limits.js";
import { ValidationFailure } from "../../domain/rules.js";
import { isBlank } from "../../domain/text/normalize-text.js";
import type { WebhookResponse, WebhookResponseFault } from "../../domain/webhook/webhook-response.js";

/**
 * Parses the body of a successful response. Unknown fields are ignored.
 * @param sessionId the session of the webhook call; a response for another session is malformed.
 */
export function parseWebhookResponse(body: string, sessionId: string): WebhookResponse {
  if (body.length > MAX_WEBHOOK_RESPONSE_BYTES) return createMalformedResponse("answer_too_long");
  // An app that requests no notification often sends an empty body.
  if (isBlank(body)) return { kind: "none" };
  const response = parseJson(body);
  if (response === undefined) return createMalformedResponse("answer_not_json");
  if (!isRecord(response)) return createMalformedResponse("answer_not_object");
  const { session_id: responseSessionId, notification } = response;
  if (responseSessionId !== undefined && responseSessionId !== sessionId)
    return createMalformedResponse("session_id_wrong");
  if (notification === undefined || notification === null) return { kind: "none" };
  if (responseSessionId === undefined) return createMalformedResponse("session_id_missing");
  return isRecord(notification) ? parseNotification(notification) : createMalformedResponse("notification_malformed");
}

function parseNotification({ prompt, params = [] }: Readonly<Record<string, unknown>>): WebhookResponse {
  const template = webhookPrompt.read(prompt);
  if (template instanceof ValidationFailure) return createMalformedResponse(getPromptFault(template));
  if (isBlank(template)) return createMalformedResponse("prompt_blank");
  const names = webhookParams.read(params ?? []);
  if (names instanceof ValidationFailure) return createMalformedResponse("params_malformed");
  return {
    kind: "notification",
    prompt: template,
    params: notificationScopes.filter((scope) => names.includes(scope)),
  };
}

function getPromptFault({ violations: [violation] }: ValidationFailure): WebhookResponseFault {
  if (violation?.code === "string_too_short") return "prompt_too_short";
  return violation?.code === "string_too_long" ? "prompt_too_long" : "prompt_malformed";
}

/** Undefined for invalid JSON; no JSON text has this value. */
function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const createMalformedResponse = (reason: WebhookResponseFault): WebhookResponse => ({ kind: "malformed", reason });
