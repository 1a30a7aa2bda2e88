import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { AddressRejection } from "../../domain/webhook/webhook-url.js";
import type { AddressPolicy } from "../../ports/driven/delivery/outbound-client.js";
import { OutboundError, parseTarget } from "./outbound-target.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type AddressRange = [Address, number];

/** Globally routable ranges that a cloud platform routes to its own services on the host. */
const CLOUD_INTERNAL_RANGES: readonly AddressRange[] = [
  // Azure: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  ipaddr.parseCIDR("168.63.129.16/32"),
];

/** All assigned global unicast addresses (RFC 4291). Addresses outside of it may be translated to any IPv4 address. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/** Decides which addresses outbound calls may connect to (decision 9.5). */
export class AddressFilter {
  private readonly allowedRanges: readonly AddressRange[];

  /** @param allowed addresses and networks in CIDR notation that are allowed even if they are not public. */
  constructor(allowed: readonly string[] = []) {
    this.allowedRanges = allowed.map(parseAddressRange);
  }

  /** @param address in canonical form, without a zone; any other text is not allowed. */
  isAllowed(address: string): boolean {
    if (isIP(address) === 0 || address.includes("%")) return false;
    const parsed = ipaddr.parse(address);
    return isPublic(parsed) || this.allowedRanges.some((range) => isWithin(parsed, range));
  }

  /**
   * Whether a name with these addresses may be called. If one of them is forbidden, none is called, because mixed
   * results indicate DNS rebinding.
   */
  areAllAllowed(addresses: readonly string[]): boolean {
    return addresses.every((address) => this.isAllowed(address));
  }
}

function parseAddressRange(text: string): AddressRange {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** The library's ranges hold the private, loopback, link-local, shared, translated and documentation networks. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || CLOUD_INTERNAL_RANGES.some((range) => isWithin(address, range))) return false;
  return address.kind() === "ipv4" || isWithin(address, GLOBAL_UNICAST);
}

function isWithin(address: Address, [rangeStart, prefixLength]: AddressRange): boolean {
  return address.kind() === rangeStart.kind() && address.match(rangeStart, prefixLength);
}

/**
 * Rejects literal addresses that the filter forbids, in every form that a URL parser accepts (decimal, octal,
 * hexadecimal, shortened, IPv4 within IPv6), and `localhost` names, unless both loopback addresses are allowed.
 */
export class LiteralAddressPolicy implements AddressPolicy {
  constructor(private readonly filter: AddressFilter) {}

  getRejection(url: string): AddressRejection | undefined {
    const target = tryParseTarget(url);
    if (!target) return "invalid_url";
    const { host, isAddress } = target;
    const addresses = isAddress ? [host] : resolveLocalName(host);
    return this.filter.areAllAllowed(addresses) ? undefined : "forbidden_address";
  }
}

function tryParseTarget(url: string): ReturnType<typeof parseTarget> | undefined {
  try {
    return parseTarget(url);
  } catch (error) {
    if (error instanceof OutboundError) return undefined;
    throw error;
  }
}

/**
 * Returns all addresses of a name; an empty list when it has none or no nameserver responds.
 * @param signal stops the resolution; addresses received before that are returned.
 */
export type DnsResolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** The timeout of one query, in milliseconds, and the number of tries. */
const RESOLVER_OPTIONS = { timeout: 250, tries: 2 };
/**
 * For all tries. If the nameserver does not answer queries for one address family, time remains to connect to an
 * address of the other.
 */
const RESOLUTION_TIMEOUT_MS = 500;

/** RFC 6761, section 6.3: names under `localhost` resolve to the loopback addresses without a nameserver. */
const LOCALHOST = /(?:^|\.)localhost\.?$/;
const LOOPBACK_ADDRESSES = ["127.0.0.1", "::1"];

/** @returns the addresses of a name that resolves without a nameserver; an empty list for any other name. */
function resolveLocalName(name: string): readonly string[] {
  return LOCALHOST.test(name) ? LOOPBACK_ADDRESSES : [];
}

/**
 * Queries the nameservers of the system. It does not use `dns.lookup`, which occupies one of the few libuv threads of
 * the process for as long as a nameserver takes to respond.
 */
export const resolveName: DnsResolver = async (name, signal) => {
  const localAddresses = resolveLocalName(name);
  if (localAddresses.length > 0) return localAddresses;
  if (signal.aborted) return [];
  const resolver = new Resolver(RESOLVER_OPTIONS);
  const cancel = (): void => resolver.cancel();
  const timer = setTimeout(cancel, RESOLUTION_TIMEOUT_MS);
  signal.addEventListener("abort", cancel);
  try {
    const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
};
