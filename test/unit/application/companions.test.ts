import { expect } from "chai";
import { Companions } from "../../../src/application/companions.js";
import { FixedClock, ManualScheduler } from "../../../src/testing/index.js";
import { gate } from "../../support/scripted-summariser.js";

describe("companions", () => {
  const open = () => {
    const scheduler = new ManualScheduler(new FixedClock());
    const companions = new Companions(scheduler, 60);
    const ended: string[] = [];
    const join = (name: string, task: Promise<unknown>) =>
      companions
        .join(() => task)
        .then(
          () => ended.push(name),
          () => ended.push(`${name} failed`),
        );
    return { scheduler, ended, join };
  };

  it("end at once when they are alone", async () => {
    const { scheduler, ended, join } = open();
    await join("one", Promise.resolve());
    expect(ended).to.deep.equal(["one"]);
    expect(scheduler.waiting).to.equal(0);
  });

  it("end together", async () => {
    const { scheduler, ended, join } = open();
    const [slow, slower] = [gate(), gate()];
    void join("slow", slow.opened);
    void join("slower", slower.opened);
    void join("quick", Promise.resolve());
    slow.open();
    await scheduler.advance(59);
    expect(ended).to.deep.equal([]);
    slower.open();
    await scheduler.advance(0);
    expect(ended).to.have.members(["quick", "slow", "slower"]);
    expect(scheduler.waiting).to.equal(0);
  });

  it("do not wait for one that takes long, nor for ever after", async () => {
    const { scheduler, ended, join } = open();
    void join("endless", gate().opened);
    void join("quick", Promise.resolve());
    await scheduler.advance(60);
    expect(ended).to.deep.equal(["quick"]);
    void join("next", Promise.resolve());
    await scheduler.advance(59);
    expect(ended).to.deep.equal(["quick"]);
    await scheduler.advance(1);
    expect(ended).to.deep.equal(["quick", "next"]);
  });

  it("are told of a failure at once, and are not held up by it", async () => {
    const { scheduler, ended, join } = open();
    const failing = Promise.withResolvers<unknown>();
    void join("failing", failing.promise);
    void join("quick", Promise.resolve());
    await scheduler.advance(0);
    failing.reject(new Error("no answer"));
    await scheduler.advance(0);
    expect(ended).to.have.members(["quick", "failing failed"]);
  });
});
