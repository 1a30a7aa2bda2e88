/** Signs a request as Standard Webhooks 1.0 says. */
export interface WebhookSigning {
  /** The same for every try of one message: by it the receiver drops a repeat. No dot in it. */
  readonly id: string;
  /** `whsec_` and 24 to 64 bytes in Base64. One, or while it is rotated two: a receiver knows either. */
  readonly secrets: readonly string[];
}

export interface OutboundRequest {
  /** As a user or an app gave it; nothing about it is trusted. */
  readonly url: string;
  /** On whose account: an app, say. What is slow or fails in one lane holds up no other. */
  readonly lane: string;
  /** What waits for its turn may be made when that has come; undefined where it is not to be sent any more. */
  readonly body: string | Uint8Array | (() => Promise<string | undefined>);
  /** What the body is and how it is meant; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly webhook?: WebhookSigning;
}

/**
 * Why nothing was answered that may be used:
 * - `invalid_url`: not http or https, with a user or password in it, or no URL.
 * - `unresolved`: the name has no address.
 * - `forbidden_address`: one of its addresses is not to be called (decision 9.5); none of them was.
 * - `unreachable`: no connection, or none that is trusted; `connect_timeout`: not soon enough.
 * - `timeout`: not answered in full soon enough; `broken`: it was no HTTP, or ended before its end.
 * - `redirected`, `encoded`, `too_large`: answered what is not followed, decoded or read on.
 * - `circuit_open`: not called, because the lane has failed too often just before.
 * - `withdrawn`: not called, because by its turn there was nothing to send any more.
 * - `busy`: not called, because there was no turn in time; `closed`: this client is closed.
 */
export type RefusalReason =
  | "invalid_url"
  | "unresolved"
  | "forbidden_address"
  | "unreachable"
  | "connect_timeout"
  | "timeout"
  | "broken"
  | "redirected"
  | "encoded"
  | "too_large"
  | "circuit_open"
  | "withdrawn"
  | "busy"
  | "closed";

export type OutboundResult =
  /** Any status but a redirect; the body as text, what is no UTF-8 replaced. */
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  | { readonly kind: "refused"; readonly reason: RefusalReason };

/** The one way out to addresses that users and apps gave (decision 9.5). */
export interface OutboundClient {
  /** Sends it once: trying again is the caller's. Whatever the other side does is a result; it never throws for it. */
  post(request: OutboundRequest): Promise<OutboundResult>;
}
