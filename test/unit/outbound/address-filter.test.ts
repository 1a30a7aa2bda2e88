import { isIP } from "node:net";
import { expect } from "chai";
import fc from "fast-check";
import { AddressFilter } from "../../../src/adapters/outbound/index.js";

const anAddress = fc.oneof(fc.ipV4(), fc.ipV6());

describe("The address filter", () => {
  it("allows public addresses", () => {
    const filter = new AddressFilter();
    for (const address of ["93.184.216.34", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00::1"]) {
      expect(filter.isAllowed(address), address).to.equal(true);
    }
  });

  it("allows exactly the configured exceptions", () => {
    const filter = new AddressFilter(["10.1.2.3", "192.168.4.0/22", "fd00:1::/32", "::1"]);
    for (const address of ["10.1.2.3", "192.168.4.0", "192.168.7.255", "fd00:1::7", "::1", "1.1.1.1"]) {
      expect(filter.isAllowed(address), address).to.equal(true);
    }
    for (const address of ["10.1.2.4", "192.168.8.0", "192.168.3.255", "fd00:2::7", "::2", "::ffff:10.1.2.3"]) {
      expect(filter.isAllowed(address), address).to.equal(false);
    }
  });

  it("rejects every address that is not in canonical form", () => {
    const filter = new AddressFilter(["0.0.0.0/0", "::/0"]);
    for (const text of [
      "",
      "0x7f.1",
      "127.1",
      "2130706433",
      "0177.0.0.1",
      "1.1.1.1 ",
      "[::1]",
      "::1%lo",
      "a.example",
    ]) {
      expect(filter.isAllowed(text), text).to.equal(false);
    }
    expect(filter.isAllowed("127.0.0.1")).to.equal(true);
  });

  it("decides on every address and accepts every address as an exception", () => {
    fc.assert(
      fc.property(anAddress, anAddress, (address, exception) => {
        const bits = isIP(exception) === 4 ? 32 : 128;
        expect(new AddressFilter().isAllowed(address)).to.be.a("boolean");
        expect(new AddressFilter([exception]).isAllowed(exception)).to.equal(true);
        expect(new AddressFilter([`${exception}/${bits}`]).isAllowed(exception)).to.equal(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
