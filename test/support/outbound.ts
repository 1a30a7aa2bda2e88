import {
  AddressFilter,
  FilteredOutboundClient,
  outboundDefaults,
  type OutboundOptions,
  type Resolve,
} from "../../src/adapters/outbound/index.js";
import { SystemClock, SystemScheduler } from "../../src/adapters/system/index.js";
import type { Clock, OutboundRequest } from "../../src/ports/driven/index.js";

export interface Around {
  readonly allowed?: readonly string[];
  readonly resolve?: Resolve;
  readonly clock?: Clock;
  readonly options?: Partial<OutboundOptions>;
}

/** Where peers live: an address of this machine that no test of it calls. */
export const NEIGHBOUR = "127.0.0.2";

/** Nobody has a name. */
const nowhere: Resolve = () => Promise.resolve([]);

export function anOutboundClient(around: Around = {}): FilteredOutboundClient {
  const { allowed = [], resolve = nowhere, clock = new SystemClock(), options = {} } = around;
  const parts = { filter: new AddressFilter(allowed), resolve, clock, scheduler: new SystemScheduler() };
  return new FilteredOutboundClient(parts, { ...outboundDefaults, ...options });
}

export const aCall = (url: string, request: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  lane: url,
  body: "{}",
  headers: { "content-type": "application/json" },
  ...request,
});
