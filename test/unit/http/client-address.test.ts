import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { createClientAddressResolver } from "../../../src/adapters/http/server/client-address.js";

const from = (remoteAddress: string, forwardedFor?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor },
  }) as unknown as IncomingMessage;

describe("The client address resolver", () => {
  it("returns the peer address and ignores X-Forwarded-For from untrusted peers", () => {
    expect(createClientAddressResolver([])(from("203.0.113.7", "198.51.100.1"))).to.equal("203.0.113.7");
    expect(createClientAddressResolver(["10.0.0.0/8"])(from("203.0.113.7", "198.51.100.1"))).to.equal("203.0.113.7");
  });

  it("returns the last address in X-Forwarded-For that is not a trusted proxy", () => {
    const addressOf = createClientAddressResolver(["10.0.0.0/8", "192.0.2.1", "fd00::/8"]);
    expect(addressOf(from("10.1.2.3", "6.6.6.6, 198.51.100.1, 192.0.2.1"))).to.equal("198.51.100.1");
    expect(addressOf(from("fd00::5", "2001:db8::1"))).to.equal("2001:db8::1");
    expect(addressOf(from("::ffff:10.1.2.3", "198.51.100.1"))).to.equal("198.51.100.1");
  });

  it("returns the proxy's own address when the header names no client", () => {
    const addressOf = createClientAddressResolver(["10.0.0.0/8"]);
    expect(addressOf(from("10.1.2.3"))).to.equal("10.1.2.3");
    expect(addressOf(from("10.1.2.3", "10.9.9.9"))).to.equal("10.1.2.3");
  });
});
