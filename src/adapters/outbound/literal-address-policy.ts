import type { AddressRefusal } from "../../domain/webhook-url.js";
import type { AddressPolicy } from "../../ports/driven/address-policy.js";
import type { AddressFilter } from "./address-filter.js";
import { Refusal } from "./refusal.js";
import { addressesOfLocalName } from "./resolve-name.js";
import { targetOf } from "./target.js";

/**
 * Refuses literal addresses that the filter forbids, in every spelling that a URL parser reads as one (decimal, octal,
 * hexadecimal, shortened, IPv4 within IPv6), and the names of this machine.
 */
export class LiteralAddressPolicy implements AddressPolicy {
  constructor(private readonly filter: AddressFilter) {}

  refusalOf(url: string): AddressRefusal | undefined {
    const target = parse(url);
    if (!target) return "invalid_url";
    const { host, isAddress } = target;
    const addresses = isAddress ? [host] : addressesOfLocalName(host);
    const isForbidden = addresses.length > 0 && !addresses.some((address) => this.filter.allows(address));
    return isForbidden ? "forbidden_address" : undefined;
  }
}

function parse(url: string): ReturnType<typeof targetOf> | undefined {
  try {
    return targetOf(url);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
