import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { clientAddress } from "../../../src/adapters/http/client-address.js";

const from = (remoteAddress: string, forwardedFor?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor },
  }) as unknown as IncomingMessage;

describe("the address of a client", () => {
  it("is the other end of the connection, whatever the client claims", () => {
    expect(clientAddress([])(from("203.0.113.7", "198.51.100.1"))).to.equal("203.0.113.7");
    expect(clientAddress(["10.0.0.0/8"])(from("203.0.113.7", "198.51.100.1"))).to.equal("203.0.113.7");
  });

  it("is what a trusted proxy says: the last hop that is no such proxy", () => {
    const addressOf = clientAddress(["10.0.0.0/8", "192.0.2.1", "fd00::/8"]);
    expect(addressOf(from("10.1.2.3", "6.6.6.6, 198.51.100.1, 192.0.2.1"))).to.equal("198.51.100.1");
    expect(addressOf(from("fd00::5", "2001:db8::1"))).to.equal("2001:db8::1");
    expect(addressOf(from("::ffff:10.1.2.3", "198.51.100.1"))).to.equal("198.51.100.1");
  });

  it("is the proxy's own when it names nobody else", () => {
    const addressOf = clientAddress(["10.0.0.0/8"]);
    expect(addressOf(from("10.1.2.3"))).to.equal("10.1.2.3");
    expect(addressOf(from("10.1.2.3", "10.9.9.9"))).to.equal("10.1.2.3");
  });
});
