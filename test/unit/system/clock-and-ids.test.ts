import { expect } from "chai";
import fc from "fast-check";
import { SystemClock, SystemIds } from "../../../src/adapters/system/index.js";

describe("The system clock", () => {
  it("returns the current time", () => {
    const before = Date.now();
    const now = new SystemClock().now().getTime();
    expect(now).to.be.within(before, Date.now());
  });

  it("has a monotonic time that advances when the wall clock stops or goes back", async () => {
    const clock = new SystemClock();
    const dateNow = Date.now;
    try {
      const start = clock.monotonicMs();
      Date.now = () => 0;
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(clock.monotonicMs()).to.be.greaterThan(start);
    } finally {
      Date.now = dateNow;
    }
  });
});

describe("The system ID generator", () => {
  const ids = new SystemIds();
  const uuid = (version: number): RegExp =>
    new RegExp(`^[0-9a-f]{8}-[0-9a-f]{4}-${version}[0-9a-f]{3}-[89ab][0-9a-f]{3}-`);

  it("generates unique UUIDs of version 7", () => {
    const fresh = Array.from({ length: 1000 }, () => ids.generate());
    expect(new Set(fresh)).to.have.length(1000);
    for (const id of fresh) expect(id).to.match(uuid(7));
  });

  it("generates IDs in ascending order", () => {
    const fresh = Array.from({ length: 1000 }, () => ids.generate());
    expect(fresh.toSorted()).to.deep.equal(fresh);
  });

  it("derives the same ID from the same names in every release", () => {
    expect(ids.derive("user-1", "conversation-1")).to.match(uuid(5));
    expect(ids.derive("user-1", "conversation-1")).to.equal("8c24729f-2048-5cae-b5b7-34b13b1668ce");
  });

  it("derives different IDs from different lists of names", () => {
    const names = fc.array(fc.string({ unit: fc.constantFrom("a", '"', ",", "\\", "\ud800", "é") }), { maxLength: 4 });
    fc.assert(
      fc.property(names, names, (some, others) => {
        const same = some.length === others.length && some.every((name, index) => name === others[index]);
        expect(ids.derive(...some) === ids.derive(...others)).to.equal(same);
      }),
    );
  });
});
