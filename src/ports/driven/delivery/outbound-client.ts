import type { Segment } from "../../../domain/conversation/transcript.js";
import type { WebhookResponse } from "../../../domain/webhook/webhook-response.js";
import type { AddressRejection } from "../../../domain/webhook/webhook-url.js";

/** The input of a Standard Webhooks 1.0 signature. */
export interface WebhookSigningOptions {
  /** The same for every attempt of one message; the receiver recognises a repeat by it. Contains no dot. */
  readonly id: string;
  /** `whsec_` and 24 to 64 bytes in Base64. One, or two during a rotation: a receiver knows either. */
  readonly secrets: readonly string[];
}

export interface OutboundRequest {
  /** As a user or an app entered it; not trusted. */
  readonly url: string;
  /**
   * The bulkhead of the request, such as an app. A slow or failing receiver in one bulkhead does not delay the others.
   */
  readonly bulkheadKey: string;
  /**
   * A function creates the body when the request gets its permit; it returns undefined when there is nothing to send
   * any more.
   */
  readonly body: string | Uint8Array | (() => Promise<string | undefined>);
  /** Headers that describe the body; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signing?: WebhookSigningOptions;
}

/**
 * Why there is no usable response:
 * - `invalid_url`: not a URL, not http or https, or with a user or password.
 * - `unresolved`: the name has no address.
 * - `forbidden_address`: the name has a forbidden address (decision 9.5); none of its addresses was called.
 * - `unreachable`: no connection, or an untrusted one; `connect_timeout`: no connection in time.
 * - `timeout`: no complete response in time; `broken`: the response was not HTTP, or was cut off.
 * - `redirected`, `encoded`, `too_large`: the response was a redirect, compressed or too large.
 * - `circuit_open`: not called, because the circuit breaker of the bulkhead is open.
 * - `withdrawn`: not called, because there was nothing to send any more when the request got its permit.
 * - `busy`: not called, because there was no permit in time; `closed`: this client is closed.
 */
export type OutboundFailureReason =
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
  /** Any status except a redirect. The body is decoded as UTF-8; invalid bytes are replaced. */
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  /** There is no usable response. */
  | { readonly kind: "failed"; readonly reason: OutboundFailureReason };

/** Sends requests to addresses that users and apps entered; no other component does (decision 9.5). */
export interface OutboundClient {
  /**
   * Sends the request once; the caller retries. Every failure of the receiver or the network is a result, not an
   * exception.
   */
  post(request: OutboundRequest): Promise<OutboundResult>;
}

/** Checks addresses that users and apps register, before anything is stored or called. */
export interface AddressPolicy {
  /**
   * Checks the text of the URL without resolving a name. A name that resolves to a forbidden address is refused when it
   * is called (`OutboundClient`).
   * @param url absolute, http or https.
   * @returns why the URL can never be called; undefined when it may be callable.
   */
  getRejection(url: string): AddressRejection | undefined;
}

/** One call to the webhook of an app. */
export interface WebhookRequest {
  /** The same for every attempt. */
  readonly id: string;
  readonly appId: string;
  /** As the owner of the app entered it; not trusted. */
  readonly url: string;
  /** `whsec_…`: one, or two during a rotation. */
  readonly secrets: readonly string[];
  readonly userId: string;
  readonly sessionId: string;
  /** Loads the segments, in order, when the call gets its permit; undefined when there is nothing to send any more. */
  readonly loadSegments: () => Promise<readonly Segment[] | undefined>;
}

export type WebhookCallResult =
  /** A 2xx status. */
  | { readonly kind: "accepted"; readonly status: number; readonly response: WebhookResponse }
  /** Any other status. `isGone`: the app wants no further calls. */
  | { readonly kind: "unsuccessful"; readonly status: number; readonly isGone: boolean }
  /** The app was not called, or there is no usable response. */
  | { readonly kind: "failed"; readonly reason: OutboundFailureReason };

/** Calls the webhooks of apps (decision 9.4). */
export interface AppWebhookClient {
  /** Makes one call. Every failure of the receiver or the network is a result, not an exception. */
  send(request: WebhookRequest): Promise<WebhookCallResult>;
}
