import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { NotificationFeed } from "../../../src/application/notification-feed.js";
import type { NotificationWatch } from "../../../src/ports/driving/index.js";
import { aNotification, FixedClock, ManualScheduler } from "../../../src/testing/index.js";
import { except, silent } from "../../support/core.js";

/** In milliseconds: within it another process's write is heard of. */
const POLL = 250;

function opened() {
  const { notifications } = openInMemoryStore();
  const scheduler = new ManualScheduler(new FixedClock());
  const asked = { reads: 0, polls: [] as (readonly string[])[] };
  const counted = except(notifications, {
    changesSince: (...which) => {
      asked.reads += 1;
      return notifications.changesSince(...which);
    },
    latestRevisions: (userIds) => {
      asked.polls.push(userIds);
      return notifications.latestRevisions(userIds);
    },
  });
  const feed = new NotificationFeed({ notifications: counted, scheduler, log: silent });
  const write = async (id: string, userId = "ada"): Promise<void> => {
    await notifications.add(aNotification({ id, userId }));
  };
  return { feed, scheduler, asked, write };
}

const told = async (watch: NotificationWatch): Promise<string[] | undefined> =>
  (await watch.next())?.map((change) =>
    "notification" in change ? change.notification.state.id : `${change.removedId} is gone`,
  );

describe("the feed of notifications", () => {
  it("tells at once what this process has written, and within a moment what another one has", async () => {
    const { feed, scheduler, write } = opened();
    const watch = await feed.watch("ada");
    const first = told(watch);
    await scheduler.advance(0);
    await write("ours");
    feed.nudge("ada");
    expect(await first).to.deep.equal(["ours"]);
    const second = told(watch);
    await scheduler.advance(0);
    await write("theirs");
    await scheduler.advance(POLL);
    expect(await second).to.deep.equal(["theirs"]);
  });

  it("asks once per poll for all inboxes, and reads those alone that have changed", async () => {
    const { feed, scheduler, asked, write } = opened();
    const inboxes = await Promise.all(["ada", "bob", "cem"].map((userId) => feed.watch(userId)));
    const [ada, bob] = inboxes.map(told);
    await scheduler.advance(2 * POLL);
    expect(asked).to.deep.equal({ reads: 3, polls: Array(2).fill(["ada", "bob", "cem"]) });
    await write("hers");
    await write("his", "bob");
    await scheduler.advance(POLL);
    expect([await ada, await bob]).to.deep.equal([["hers"], ["his"]]);
    expect(asked.reads).to.equal(5);
    feed.stop();
  });

  it("wakes all who watch an inbox when one of them has read ahead of a poll", async () => {
    const { feed, scheduler, write } = opened();
    await write("before");
    const waiting = told(await feed.watch("ada"));
    await scheduler.advance(0);
    await write("theirs");
    expect(await told(await feed.watch("ada", 0))).to.deep.equal(["before", "theirs"]);
    await scheduler.advance(POLL);
    expect(await waiting).to.deep.equal(["theirs"]);
  });

  it("goes on polling after a poll that failed, and logs the failure", async () => {
    const { notifications } = openInMemoryStore();
    const scheduler = new ManualScheduler(new FixedClock());
    const events: string[] = [];
    let polls = 0;
    const failing = except(notifications, {
      latestRevisions: (userIds) => {
        polls += 1;
        return polls === 1 ? Promise.reject(new Error("busy")) : notifications.latestRevisions(userIds);
      },
    });
    const log = { ...silent, warn: (event: string) => events.push(event) };
    const feed = new NotificationFeed({ notifications: failing, scheduler, log });
    const next = told(await feed.watch("ada"));
    await scheduler.advance(0);
    await notifications.add(aNotification({ id: "a" }));
    await scheduler.advance(POLL);
    expect(events).to.deep.equal(["notifications.poll_failed"]);
    await scheduler.advance(POLL);
    expect(await next).to.deep.equal(["a"]);
    feed.stop();
  });

  it("loses nothing that is written between two looks, nor tells it twice", async () => {
    const { feed, scheduler, write } = opened();
    await write("before");
    const [fresh, late] = [await feed.watch("ada"), await feed.watch("ada", 0)];
    expect([fresh.revision, late.revision]).to.deep.equal([1, 0]);
    await write("a");
    await write("b");
    expect(await told(fresh)).to.deep.equal(["a", "b"]);
    expect(await told(late)).to.deep.equal(["before", "a", "b"]);
    expect([fresh.revision, late.revision]).to.deep.equal([3, 3]);
    const next = told(fresh);
    await write("c");
    await scheduler.advance(POLL);
    expect(await next).to.deep.equal(["c"]);
  });

  it("reads an inbox once for all who stand at the same place in it, and not at all while nothing happens", async () => {
    const { feed, scheduler, asked, write } = opened();
    const watches = await Promise.all(Array.from({ length: 100 }, () => feed.watch("ada")));
    const all = watches.map(told);
    await scheduler.advance(0);
    expect(asked.reads).to.equal(1);
    await scheduler.advance(10 * POLL);
    expect(asked).to.deep.equal({ reads: 1, polls: Array(10).fill(["ada"]) });
    await write("a");
    await scheduler.advance(POLL);
    expect(await Promise.all(all)).to.deep.equal(watches.map(() => ["a"]));
    expect(asked.reads).to.equal(2);
  });

  it("lets nobody wait who has ended, and plans nothing when nobody watches", async () => {
    const { feed, scheduler, asked } = opened();
    const watch = await feed.watch("ada");
    const next = told(watch);
    await scheduler.advance(0);
    watch.close();
    watch.close();
    expect(await next).to.equal(undefined);
    expect(await told(watch)).to.equal(undefined);
    await scheduler.advance(POLL);
    asked.polls = [];
    await scheduler.advance(10 * POLL);
    expect([asked.polls, scheduler.waiting]).to.deep.equal([[], 0]);
  });

  it("ends all watches when it is stopped, and those that come later", async () => {
    const { feed, scheduler } = opened();
    const waiting = [await feed.watch("ada"), await feed.watch("bob")].map(told);
    await scheduler.advance(0);
    feed.stop();
    expect(await Promise.all(waiting)).to.deep.equal([undefined, undefined]);
    expect(await told(await feed.watch("ada"))).to.equal(undefined);
    expect(scheduler.waiting).to.equal(0);
  });

  it("is as good as new after a read that failed", async () => {
    const { notifications } = openInMemoryStore();
    const failure = new Error("The store cannot be used now");
    let fails = true;
    const failing = except(notifications, {
      changesSince: (...which) => (fails ? Promise.reject(failure) : notifications.changesSince(...which)),
    });
    const scheduler = new ManualScheduler(new FixedClock());
    const feed = new NotificationFeed({ notifications: failing, scheduler, log: silent });
    const [first, second] = [await feed.watch("ada"), await feed.watch("ada")];
    expect(await first.next().catch((error: unknown) => error)).to.equal(failure);
    fails = false;
    await notifications.add(aNotification({ id: "a" }));
    expect(await told(second)).to.deep.equal(["a"]);
    feed.stop();
  });
});
