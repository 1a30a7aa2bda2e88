import { isIP } from "node:net";
import { MAX_WEBHOOK_RESPONSE_BYTES } from "../../domain/limits.js";
import type { PushChannelName } from "../../domain/notification/notification.js";
import { createPushFailure, type PushOutcome } from "../../domain/notification/push-attempt.js";
import type { PushTarget } from "../../domain/notification/push-target.js";
import type {
  OutboundClient,
  OutboundRequest,
  OutboundResult,
  OutboundFailureReason,
} from "../../ports/driven/delivery/outbound-client.js";
import type { PushChannel, PushMessage } from "../../ports/driven/delivery/push-channel.js";
import type { CircuitBreakers } from "../../ports/driven/runtime/concurrency.js";
import type { RuntimeComponents } from "../../ports/driven/runtime/runtime-components.js";
import {
  isRedirectStatus,
  isSuccessStatus,
  OUTBOUND_CIRCUIT_BREAKER_OPTIONS,
  toPushOutcome,
} from "../outbound-support/http-status.js";

/** Returns the response of a fake server. */
export type FakeServer = (request: OutboundRequest) => { readonly status: number; readonly body?: string };

/** A request with its body as it was sent. */
export type FakeServerRequest = OutboundRequest & { readonly body: string | Uint8Array };

/** A client of fake servers in memory, which respond at once. Other hosts cannot be resolved. */
export class InMemoryOutboundClient implements OutboundClient {
  /** The requests that servers received, oldest first. */
  readonly receivedRequests: FakeServerRequest[] = [];
  /** By origin. */
  private readonly serversByOrigin = new Map<string, FakeServer>();
  private readonly circuitBreakers: CircuitBreakers;

  constructor(runtime: Pick<RuntimeComponents, "createCircuitBreakers">) {
    this.circuitBreakers = runtime.createCircuitBreakers(OUTBOUND_CIRCUIT_BREAKER_OPTIONS);
  }

  /** @param origin such as `https://app.example`, without a path. */
  registerServer(origin: string, server: FakeServer): void {
    this.serversByOrigin.set(origin, server);
  }

  async post(request: OutboundRequest): Promise<OutboundResult> {
    const url = URL.parse(request.url);
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
      return createFailure("invalid_url");
    }
    if (this.circuitBreakers.isOpen(request.bulkheadKey)) return createFailure("circuit_open");
    const body = typeof request.body === "function" ? await request.body() : request.body;
    if (body === undefined) return createFailure("withdrawn");
    const endCall = this.circuitBreakers.tryBeginCall(request.bulkheadKey);
    if (!endCall) return createFailure("circuit_open");
    const result = this.respond({ ...request, body }, url);
    endCall(result.kind === "answered" && isSuccessStatus(result.status) ? "success" : "failure");
    return result;
  }

  private respond(request: FakeServerRequest, { origin, hostname }: URL): OutboundResult {
    // Stands for the address filter: fake servers have no IP addresses that it could check.
    if (isIP(hostname.replace(/^\[|\]$/g, "")) > 0 || hostname === "localhost")
      return createFailure("forbidden_address");
    const server = this.serversByOrigin.get(origin);
    if (!server) return createFailure("unresolved");
    this.receivedRequests.push(structuredClone(request));
    const { status, body = "" } = server(request);
    if (isRedirectStatus(status)) return createFailure("redirected");
    if (Buffer.byteLength(body) > MAX_WEBHOOK_RESPONSE_BYTES) return createFailure("too_large");
    return { kind: "answered", status, body };
  }
}

const createFailure = (reason: OutboundFailureReason): OutboundResult => ({ kind: "failed", reason });

interface PushReceiverResponse {
  readonly status: number;
  readonly body?: string;
}

/** Returns the response of a target, immediately or as a promise. */
export type PushReceiver = (message: PushMessage) => PushReceiverResponse | Promise<PushReceiverResponse>;

/** A channel to receivers in memory. Other targets cannot be resolved. */
export class InMemoryPushChannel implements PushChannel {
  /** The messages that receivers got, oldest first. */
  readonly receivedMessages: PushMessage[] = [];
  readonly #receivers = new Map<string, PushReceiver>();

  constructor(private readonly name: PushChannelName) {}

  /** @param url the URL of the target. */
  registerReceiver(url: string, receiver: PushReceiver): void {
    this.#receivers.set(url, receiver);
  }

  async deliver(message: PushMessage, { state }: PushTarget): Promise<PushOutcome> {
    const receiver = this.#receivers.get(state.url);
    if (!receiver) return createPushFailure("unresolved");
    this.receivedMessages.push(structuredClone(message));
    const { status, body = "" } = await receiver(message);
    if (isRedirectStatus(status)) return createPushFailure("redirected");
    if (new TextEncoder().encode(body).length > MAX_WEBHOOK_RESPONSE_BYTES) return createPushFailure("too_large");
    return toPushOutcome(status, this.name);
  }
}
