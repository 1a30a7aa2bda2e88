import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";

/**
 * Where a request came from, for holding back guessing: the connection's other end, or, when that is a trusted proxy,
 * the last address of `X-Forwarded-For` that is not one.
 * @param trustedProxies addresses and CIDR networks.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = "", prefix] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  const isTrusted = (address: string): boolean => trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  return ({ socket, headers }) => {
    const remote = socket.remoteAddress ?? "";
    const forwardedFor = headers["x-forwarded-for"];
    if (trustedProxies.length === 0 || forwardedFor === undefined || !isTrusted(remote)) return remote;
    const hops = String(forwardedFor)
      .split(",")
      .map((hop) => hop.trim());
    return hops.findLast((hop) => !isTrusted(hop)) ?? remote;
  };
}
