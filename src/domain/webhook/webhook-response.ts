import type { NotificationScope } from "../app/app.js";

/** The faults of a response, shown to the owner of the app. They contain no text of the response. */
export const webhookResponseFaults = [
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
export type WebhookResponseFault = (typeof webhookResponseFaults)[number];

/** The parsed response of an app's webhook. */
export type WebhookResponse =
  | { readonly kind: "none" }
  | {
      readonly kind: "notification";
      readonly prompt: string;
      /** The variables that may be filled, each once; unknown names are left out. */
      readonly params: readonly NotificationScope[];
    }
  /** Not of the documented form; it is ignored. */
  | { readonly kind: "malformed"; readonly reason: WebhookResponseFault };
