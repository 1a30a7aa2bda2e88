import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { NotificationFeed } from "../../../src/application/notifications/notification-feed.js";
import type { NotificationSubscription } from "../../../src/ports/driving/index.js";
import { aNotification, FixedClock, ManualScheduler } from "../../../src/testing/index.js";
import { withOverrides, silentEventLog } from "../../support/test-core.js";

/** In milliseconds: within it another process's write is heard of. */
const POLL = 250;

function opened() {
  const { notifications } = openInMemoryStore();
  const scheduler = new ManualScheduler(new FixedClock());
  const asked = { reads: 0, polls: [] as (readonly string[])[] };
  const counted = withOverrides(notifications, {
    getChangesSince: (...which) => {
      asked.reads += 1;
      return notifications.getChangesSince(...which);
    },
    getLatestRevisions: (userIds) => {
      asked.polls.push(userIds);
      return notifications.getLatestRevisions(userIds);
    },
  });
  const feed = new NotificationFeed({ notifications: counted, scheduler, log: silentEventLog });
  const write = async (id: string, userId = "ada"): Promise<void> => {
    await notifications.add(aNotification({ id, userId }));
  };
  return { feed, scheduler, asked, write };
}

const told = async (watch: NotificationSubscription): Promise<string[] | undefined> =>
  (await watch.next())?.map((change) =>
    "notification" in change ? change.notification.state.id : `${change.removedId} is gone`,
  );

describe("The notification feed", () => {
  it("delivers local writes immediately and writes of other processes after a poll", async () => {
    const { feed, scheduler, write } = opened();
    const watch = await feed.subscribe("ada");
    const first = told(watch);
    await scheduler.advance(0);
    await write("ours");
    feed.wake("ada");
    expect(await first).to.deep.equal(["ours"]);
    const second = told(watch);
    await scheduler.advance(0);
    await write("theirs");
    await scheduler.advance(POLL);
    expect(await second).to.deep.equal(["theirs"]);
  });

  it("polls all inboxes with one query and reads only those that changed", async () => {
    const { feed, scheduler, asked, write } = opened();
    const inboxes = await Promise.all(["ada", "bob", "cem"].map((userId) => feed.subscribe(userId)));
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

  it("wakes all subscribers of an inbox when one of them has read ahead of a poll", async () => {
    const { feed, scheduler, write } = opened();
    await write("before");
    const waiting = told(await feed.subscribe("ada"));
    await scheduler.advance(0);
    await write("theirs");
    expect(await told(await feed.subscribe("ada", 0))).to.deep.equal(["before", "theirs"]);
    await scheduler.advance(POLL);
    expect(await waiting).to.deep.equal(["theirs"]);
  });

  it("continues to poll after a failed poll, and logs the failure", async () => {
    const { notifications } = openInMemoryStore();
    const scheduler = new ManualScheduler(new FixedClock());
    const events: string[] = [];
    let polls = 0;
    const failing = withOverrides(notifications, {
      getLatestRevisions: (userIds) => {
        polls += 1;
        return polls === 1 ? Promise.reject(new Error("busy")) : notifications.getLatestRevisions(userIds);
      },
    });
    const log = { ...silentEventLog, warn: (event: string) => events.push(event) };
    const feed = new NotificationFeed({ notifications: failing, scheduler, log });
    const next = told(await feed.subscribe("ada"));
    await scheduler.advance(0);
    await notifications.add(aNotification({ id: "a" }));
    await scheduler.advance(POLL);
    expect(events).to.deep.equal(["notifications.poll_failed"]);
    await scheduler.advance(POLL);
    expect(await next).to.deep.equal(["a"]);
    feed.stop();
  });

  it("neither loses nor repeats notifications that are written between two reads", async () => {
    const { feed, scheduler, write } = opened();
    await write("before");
    const [fresh, late] = [await feed.subscribe("ada"), await feed.subscribe("ada", 0)];
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

  it("reads an inbox once for all subscribers with the same cursor, and never while it is unchanged", async () => {
    const { feed, scheduler, asked, write } = opened();
    const watches = await Promise.all(Array.from({ length: 100 }, () => feed.subscribe("ada")));
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

  it("ends a closed subscription, and schedules no polls without subscriptions", async () => {
    const { feed, scheduler, asked } = opened();
    const watch = await feed.subscribe("ada");
    const next = told(watch);
    await scheduler.advance(0);
    watch.close();
    watch.close();
    expect(await next).to.equal(undefined);
    expect(await told(watch)).to.equal(undefined);
    await scheduler.advance(POLL);
    asked.polls = [];
    await scheduler.advance(10 * POLL);
    expect([asked.polls, scheduler.pendingCount]).to.deep.equal([[], 0]);
  });

  it("ends all current and later subscriptions when it is stopped", async () => {
    const { feed, scheduler } = opened();
    const waiting = [await feed.subscribe("ada"), await feed.subscribe("bob")].map(told);
    await scheduler.advance(0);
    feed.stop();
    expect(await Promise.all(waiting)).to.deep.equal([undefined, undefined]);
    expect(await told(await feed.subscribe("ada"))).to.equal(undefined);
    expect(scheduler.pendingCount).to.equal(0);
  });

  it("recovers after a failed read", async () => {
    const { notifications } = openInMemoryStore();
    const failure = new Error("The store cannot be used now");
    let fails = true;
    const failing = withOverrides(notifications, {
      getChangesSince: (...which) => (fails ? Promise.reject(failure) : notifications.getChangesSince(...which)),
    });
    const scheduler = new ManualScheduler(new FixedClock());
    const feed = new NotificationFeed({ notifications: failing, scheduler, log: silentEventLog });
    const [first, second] = [await feed.subscribe("ada"), await feed.subscribe("ada")];
    expect(await first.next().catch((error: unknown) => error)).to.equal(failure);
    fails = false;
    await notifications.add(aNotification({ id: "a" }));
    expect(await told(second)).to.deep.equal(["a"]);
    feed.stop();
  });
});
