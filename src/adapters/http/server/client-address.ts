import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

/**
 * Creates a function that returns the client address of a request, which limits failed authentications. It is the
 * address of the peer or, if the peer is a trusted proxy, the last address in `X-Forwarded-For` that is not a trusted
 * proxy.
 * @param trustedProxies addresses and CIDR networks.
 */
export function createClientAddressResolver(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trustedNetworks = new BlockList();
  for (const network of trustedProxies) {
    const [address = "", prefixLength] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefixLength === undefined) trustedNetworks.addAddress(address, family);
    else trustedNetworks.addSubnet(address, Number(prefixLength), family);
  }
  const isTrusted = (address: string): boolean => trustedNetworks.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return ({ socket, headers }) => {
    const peerAddress = socket.remoteAddress ?? "";
    const forwardedFor = headers["x-forwarded-for"];
    if (trustedProxies.length === 0 || forwardedFor === undefined || !isTrusted(peerAddress)) return peerAddress;
    const hops = String(forwardedFor)
      .split(",")
      .map((hop) => hop.trim());
    return hops.findLast((hop) => !isTrusted(hop)) ?? peerAddress;
  };
}
