import { InMemoryOutboundClient } from "../../src/adapters/in-memory/index.js";
import {
  AddressFilter,
  FilteredOutboundClient,
  DEFAULT_OUTBOUND_OPTIONS,
  type OutboundOptions,
  type DnsResolver,
} from "../../src/adapters/outbound/index.js";
import { createRuntimeComponents } from "../../src/adapters/runtime/index.js";
import { SystemClock, SystemScheduler } from "../../src/adapters/system/index.js";
import { FixedClock } from "../../src/testing/index.js";
import type { Clock, OutboundRequest } from "../../src/ports/driven/index.js";

export interface OutboundClientOptions {
  readonly allowed?: readonly string[];
  readonly resolve?: DnsResolver;
  readonly clock?: Clock;
  readonly options?: Partial<OutboundOptions>;
}

/** The address of test servers: an address of this machine at which no test calls this machine itself. */
export const PEER_ADDRESS = "127.0.0.2";

/** Resolves no name. */
const resolveNothing: DnsResolver = () => Promise.resolve([]);

export function anOutboundClient(overrides: OutboundClientOptions = {}): FilteredOutboundClient {
  const { allowed = [], resolve = resolveNothing, clock = new SystemClock(), options = {} } = overrides;
  const scheduler = new SystemScheduler();
  const runtime = createRuntimeComponents({ clock, scheduler });
  const dependencies = { filter: new AddressFilter(allowed), resolve, clock, scheduler, runtime };
  return new FilteredOutboundClient(dependencies, { ...DEFAULT_OUTBOUND_OPTIONS, ...options });
}

export const anInMemoryOutboundClient = (clock: Clock = new FixedClock()): InMemoryOutboundClient =>
  new InMemoryOutboundClient(createRuntimeComponents({ clock, scheduler: new SystemScheduler() }));

export const anOutboundRequest = (url: string, request: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  bulkheadKey: url,
  body: "{}",
  headers: { "content-type": "application/json" },
  ...request,
});
