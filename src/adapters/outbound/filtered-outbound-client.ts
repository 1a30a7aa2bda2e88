import { MAX_WEBHOOK_RESPONSE_BYTES } from "../../domain/limits.js";
import type { Clock, Scheduler } from "../../ports/driven/runtime/system.js";
import type {
  OutboundClient,
  OutboundRequest,
  OutboundResult,
  OutboundFailureReason,
} from "../../ports/driven/delivery/outbound-client.js";
import type {
  CallOutcome,
  CircuitBreakers,
  FairLimiterOptions,
  KeyedLimiter,
} from "../../ports/driven/runtime/concurrency.js";
import type { RuntimeComponents } from "../../ports/driven/runtime/runtime-components.js";
import { isSuccessStatus, OUTBOUND_CIRCUIT_BREAKER_OPTIONS } from "../outbound-support/http-status.js";
import type { AddressFilter, DnsResolver } from "./address-filter.js";
import { OutboundError, parseTarget, type OutboundTarget } from "./outbound-target.js";
import { createWebhookHeaders } from "./webhook-signature.js";

export interface OutboundOptions {
  /** In milliseconds: until the connection is established, DNS and TLS included, and until the response is complete. */
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxResponseBytes: number;
  readonly limits: FairLimiterOptions;
}

/** The limits of decisions 9.4 and 9.5. */
export const DEFAULT_OUTBOUND_OPTIONS: OutboundOptions = {
  connectTimeoutMs: 1_000,
  totalTimeoutMs: 5_000,
  maxResponseBytes: MAX_WEBHOOK_RESPONSE_BYTES,
  limits: {
    maxConcurrent: 2_048,
    maxPerHost: 1_024,
    maxPerKey: 8,
    maxQueuePerKey: 256,
    maxQueue: 16_384,
    maxWaitMs: 5_000,
  },
};

/** Reasons that the called server did not cause, so they do not count as failures of its circuit. */
const NON_FAULT_REASONS: ReadonlySet<OutboundFailureReason> = new Set(["closed", "withdrawn"]);

export interface OutboundDependencies {
  readonly filter: AddressFilter;
  readonly resolve: DnsResolver;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly runtime: Pick<RuntimeComponents, "createFairLimiter" | "createCircuitBreakers">;
}

/** Sends HTTP requests only to addresses that pass the filter. Does not store or log requests and responses. */
export class FilteredOutboundClient implements OutboundClient {
  private readonly limiter: KeyedLimiter;
  private readonly circuitBreakers: CircuitBreakers;
  private readonly activeCalls = new Set<AbortController>();
  private isClosed = false;

  constructor(
    private readonly dependencies: OutboundDependencies,
    private readonly options: OutboundOptions = DEFAULT_OUTBOUND_OPTIONS,
  ) {
    const { runtime } = dependencies;
    this.limiter = runtime.createFairLimiter(options.limits);
    this.circuitBreakers = runtime.createCircuitBreakers(OUTBOUND_CIRCUIT_BREAKER_OPTIONS);
  }

  async post(request: OutboundRequest): Promise<OutboundResult> {
    try {
      return await this.postWithinLimits(request, parseTarget(request.url));
    } catch (error) {
      if (error instanceof OutboundError) return { kind: "failed", reason: error.reason };
      throw error;
    }
  }

  /** Cancels active and queued calls, which end with the reason `closed`, and rejects further calls. */
  close(): void {
    this.isClosed = true;
    this.limiter.closeQueue();
    for (const controller of this.activeCalls) controller.abort(new OutboundError("closed"));
  }

  private async postWithinLimits(request: OutboundRequest, target: OutboundTarget): Promise<OutboundResult> {
    const { bulkheadKey } = request;
    if (!this.isClosed && this.circuitBreakers.isOpen(bulkheadKey)) throw new OutboundError("circuit_open");
    const releasePermit = this.isClosed
      ? undefined
      : await this.limiter.acquire({ key: bulkheadKey, host: target.url.host });
    if (!releasePermit) throw new OutboundError(this.isClosed ? "closed" : "busy");
    try {
      return await this.executeInCircuit(request, target);
    } finally {
      releasePermit();
    }
  }

  private async executeInCircuit(request: OutboundRequest, target: OutboundTarget): Promise<OutboundResult> {
    const endCall = this.circuitBreakers.tryBeginCall(request.bulkheadKey);
    if (!endCall) throw new OutboundError("circuit_open");
    let outcome: CallOutcome = "unknown";
    try {
      const result = await this.execute(request, target);
      outcome = result.kind === "answered" && isSuccessStatus(result.status) ? "success" : "failure";
      return result;
    } catch (error) {
      if (error instanceof OutboundError && !NON_FAULT_REASONS.has(error.reason)) outcome = "failure";
      throw error;
    } finally {
      endCall(outcome);
    }
  }

  private async execute({ headers, body, signing }: OutboundRequest, target: OutboundTarget): Promise<OutboundResult> {
    const { clock, scheduler } = this.dependencies;
    // Loaded on demand: a process that sends no requests does not need the HTTP library.
    const { sendRequest } = await import("./send-request.js");
    const payload = typeof body === "function" ? await body() : body;
    if (payload === undefined) throw new OutboundError("withdrawn");
    const signatureHeaders = signing ? createWebhookHeaders(signing, payload, clock.now()) : {};
    const controller = new AbortController();
    const abortWith = (reason: "timeout" | "connect_timeout") => () => controller.abort(new OutboundError(reason));
    const cancelTotalTimeout = scheduler.schedule(this.options.totalTimeoutMs, abortWith("timeout"));
    const cancelConnectTimeout = scheduler.schedule(this.options.connectTimeoutMs, abortWith("connect_timeout"));
    this.activeCalls.add(controller);
    try {
      const response = await sendRequest({
        url: target.url,
        addresses: await this.resolveAllowedAddresses(target, controller.signal),
        headers: { "user-agent": "mneme", ...headers, ...signatureHeaders, "accept-encoding": "identity" },
        body: payload,
        maxResponseBytes: this.options.maxResponseBytes,
        signal: controller.signal,
        onConnected: cancelConnectTimeout,
      });
      return { kind: "answered", ...response };
    } finally {
      cancelConnectTimeout();
      cancelTotalTimeout();
      this.activeCalls.delete(controller);
    }
  }

  /**
   * Resolves the host once, for the check and the connection.
   * @throws OutboundError `unresolved` or `forbidden_address`; the signal's reason.
   */
  private async resolveAllowedAddresses(
    { host, isAddress }: OutboundTarget,
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    const addresses = isAddress ? [host] : await this.dependencies.resolve(host, signal);
    signal.throwIfAborted();
    if (addresses.length === 0) throw new OutboundError("unresolved");
    if (!this.dependencies.filter.areAllAllowed(addresses)) throw new OutboundError("forbidden_address");
    return addresses;
  }
}
