import { Turns, type TurnLimits } from "../../application/turns.js";
import { isSuccess, LONGEST_ANSWER } from "../../domain/outbound-answer.js";
import type { Clock } from "../../ports/driven/clock.js";
import type {
  OutboundClient,
  OutboundRequest,
  OutboundResult,
  RefusalReason,
} from "../../ports/driven/outbound-client.js";
import type { Scheduler } from "../../ports/driven/scheduler.js";
import type { AddressFilter } from "./address-filter.js";
import { Circuits } from "./circuits.js";
import { Refusal } from "./refusal.js";
import type { Resolve } from "./resolve-name.js";
import { targetOf, type Target } from "./target.js";
import { webhookHeaders } from "./webhook-signature.js";

export interface OutboundOptions {
  /** Until a connection stands, names resolved and certificates checked; and until all is answered. In milliseconds. */
  readonly connectMs: number;
  readonly totalMs: number;
  /** Of an answer. */
  readonly mostBytes: number;
  readonly turns: TurnLimits;
}

/** Decisions 9.4 and 9.5. */
export const outboundDefaults: OutboundOptions = {
  connectMs: 1_000,
  totalMs: 5_000,
  mostBytes: LONGEST_ANSWER,
  turns: { inAll: 2_048, ofHost: 1_024, ofLane: 8, waiting: 256, waitingInAll: 16_384, waitMs: 5_000 },
};

/** Nothing that the lane has done. */
const faultless: ReadonlySet<RefusalReason> = new Set(["closed", "withdrawn"]);

export interface OutboundParts {
  readonly filter: AddressFilter;
  readonly resolve: Resolve;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
}

/** HTTP to addresses that pass the filter, and to no other. Keeps and logs nothing of what is sent and answered. */
export class FilteredOutboundClient implements OutboundClient {
  private readonly turns: Turns;
  private readonly circuits: Circuits;
  private readonly underWay = new Set<AbortController>();
  private isClosed = false;

  constructor(
    private readonly parts: OutboundParts,
    private readonly options: OutboundOptions = outboundDefaults,
  ) {
    this.turns = new Turns(parts.scheduler, options.turns);
    this.circuits = new Circuits(parts.clock);
  }

  async post(request: OutboundRequest): Promise<OutboundResult> {
    try {
      return await this.inTurn(request, targetOf(request.url));
    } catch (error) {
      if (error instanceof Refusal) return { kind: "refused", reason: error.reason };
      throw error;
    }
  }

  /** Lets go of what is under way and of what waits: all of it is refused. */
  close(): void {
    this.isClosed = true;
    this.turns.dismiss();
    for (const call of this.underWay) call.abort(new Refusal("closed"));
  }

  private async inTurn(request: OutboundRequest, target: Target): Promise<OutboundResult> {
    const { lane } = request;
    if (!this.isClosed && this.circuits.isOpen(lane)) throw new Refusal("circuit_open");
    const endTurn = this.isClosed ? undefined : await this.turns.take({ lane, host: target.url.host });
    if (!endTurn) throw new Refusal(this.isClosed ? "closed" : "busy");
    try {
      if (!this.circuits.admits(lane)) throw new Refusal("circuit_open");
      return await this.settled(lane, this.call(request, target));
    } finally {
      endTurn();
    }
  }

  /** Tells the lane's circuit how the call went. */
  private async settled(lane: string, calling: Promise<OutboundResult>): Promise<OutboundResult> {
    try {
      const result = await calling;
      this.circuits.settle(lane, result.kind === "answered" && isSuccess(result.status));
      return result;
    } catch (error) {
      if (error instanceof Refusal && !faultless.has(error.reason)) this.circuits.settle(lane, false);
      throw error;
    }
  }

  private async call({ headers, body, webhook }: OutboundRequest, target: Target): Promise<OutboundResult> {
    const { clock, scheduler } = this.parts;
    // The HTTP library is loaded by nobody who calls no one.
    const { exchange } = await import("./exchange.js");
    const sent = typeof body === "function" ? await body() : body;
    if (sent === undefined) throw new Refusal("withdrawn");
    const signed = webhook ? webhookHeaders(webhook, sent, clock.now()) : {};
    const call = new AbortController();
    const abort = (reason: "timeout" | "connect_timeout") => () => call.abort(new Refusal(reason));
    const inAll = scheduler.after(this.options.totalMs, abort("timeout"));
    const toConnect = scheduler.after(this.options.connectMs, abort("connect_timeout"));
    this.underWay.add(call);
    try {
      const answer = await exchange({
        url: target.url,
        addresses: await this.addressesOf(target, call.signal),
        headers: { "user-agent": "mneme", ...headers, ...signed, "accept-encoding": "identity" },
        body: sent,
        mostBytes: this.options.mostBytes,
        signal: call.signal,
        onConnected: toConnect,
      });
      return { kind: "answered", ...answer };
    } finally {
      toConnect();
      inAll();
      this.underWay.delete(call);
    }
  }

  /** The one answer for the check and the connection. Of a mixed one nothing is called: it was meant to deceive. */
  private async addressesOf({ host, isAddress }: Target, signal: AbortSignal): Promise<readonly string[]> {
    const addresses = isAddress ? [host] : await this.parts.resolve(host, signal);
    signal.throwIfAborted();
    if (addresses.length === 0) throw new Refusal("unresolved");
    if (!addresses.every((address) => this.parts.filter.allows(address))) throw new Refusal("forbidden_address");
    return addresses;
  }
}
