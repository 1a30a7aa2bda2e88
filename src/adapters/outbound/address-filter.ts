import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** Public to look at, and answered by the machine's own cloud. */
const DISGUISED: readonly Network[] = [
  // Azure: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  ipaddr.parseCIDR("168.63.129.16/32"),
];

/** RFC 4291: all that is given out in the open; what is outside may be translated to an IPv4 address of any kind. */
const GLOBAL_UNICAST = ipaddr.parseCIDR("2000::/3");

/** Decision 9.5: which addresses may be called. */
export class AddressFilter {
  private readonly exceptions: readonly Network[];

  /** @param allowed addresses and networks in CIDR notation that may be called in spite of what they are. */
  constructor(allowed: readonly string[] = []) {
    this.exceptions = allowed.map(networkOf);
  }

  /** @param address as the system writes it: anything else is not allowed, nor is one with a zone. */
  allows(address: string): boolean {
    if (isIP(address) === 0 || address.includes("%")) return false;
    const parsed = ipaddr.parse(address);
    return isPublic(parsed) || this.exceptions.some((network) => isWithin(parsed, network));
  }
}

function networkOf(text: string): Network {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** The library's ranges hold the private, loopback, link-local, shared, translated and documentation networks. */
function isPublic(address: Address): boolean {
  if (address.range() !== "unicast" || DISGUISED.some((network) => isWithin(address, network))) return false;
  return address.kind() === "ipv4" || isWithin(address, GLOBAL_UNICAST);
}

function isWithin(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
