import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { MetricsEventLog, ServiceMetrics } from "../../../src/adapters/metrics/index.js";
import type { StoreCounts } from "../../../src/ports/index.js";
import { aMemory, FixedClock } from "../../../src/testing/index.js";
import { askToNotify, ProactiveFixture } from "../../support/proactive-fixture.js";
import { silentEventLog } from "../../support/test-core.js";

const embedder = { id: "built-in", isKept: false };

describe("The store statistics in the metrics", () => {
  /** Each collection finds one memory more than the one before it, or fails. */
  function openCounting(failures = 0) {
    const clock = new FixedClock();
    const collected = { times: 0 };
    const collect = (): Promise<StoreCounts> => {
      collected.times += 1;
      const none = new Map<never, number>();
      const counts = { users: 1, conversations: none, summaries: none, memories: collected.times, embeddings: none };
      return collected.times > failures ? Promise.resolve(counts) : Promise.reject(new Error("no disk"));
    };
    const metrics = new ServiceMetrics({ statistics: { collect }, clock, embedder });
    after(() => metrics.close());
    const readMemories = async () => {
      const { text } = await metrics.renderMetrics();
      return Number(/^mneme_embeddings\{.*state="done"\} (\d+)$/m.exec(text)?.[1]);
    };
    return { clock, collected, readMemories };
  }

  it("are collected once for concurrent scrapes, and again after a minute", async () => {
    const { clock, collected, readMemories } = openCounting();
    expect(await Promise.all([readMemories(), readMemories()])).to.deep.equal([1, 1]);
    clock.advance(59_999);
    expect(await readMemories()).to.equal(1);
    clock.advance(1);
    expect(await Promise.all([readMemories(), readMemories()])).to.deep.equal([2, 2]);
    expect(collected.times).to.equal(2);
  });

  it("are collected again after a failed collection", async () => {
    const { collected, readMemories } = openCounting(1);
    const error = await readMemories().catch((reason: unknown) => reason);
    expect(error).to.be.an("error").with.property("message", "no disk");
    expect(await readMemories()).to.equal(2);
    expect(collected.times).to.equal(2);
  });
});

describe("The metrics of proactive notifications", () => {
  it("count sent ones, and suppressed ones by reason, without user data", async () => {
    const store = openInMemoryStore();
    const { statistics } = store;
    const metrics = new ServiceMetrics({ statistics, clock: new FixedClock(), embedder });
    const subject = new ProactiveFixture(store, { ports: { log: new MetricsEventLog(silentEventLog, metrics) } });
    await subject.addUser();
    const garden = await subject.addInstalledApp("Gardenia-Zwiebel", ["user_facts"]);
    await store.memories.addOrGet("ada", [aMemory({ content: "Grows roses in the garden" })], (known) => known);
    subject.writer.answer = () => Promise.reject(new Error("away"));
    for (let n = 0; n < 3; n += 1)
      await subject.consider(garden, askToNotify("Tell the secret Zwiebel of {{user_facts}}"));
    const kitchen = await subject.addInstalledApp("Kitchen", ["user_facts"]);
    await subject.consider(kitchen, askToNotify("Of Zwiebel. {{user_facts}}"), {
      liveSegments: [{ text: "The train is late." }],
    });
    await subject.consider(garden, { kind: "malformed", reason: "prompt_too_long" });
    await subject.consider(garden, { kind: "none" });
    const { text } = await metrics.renderMetrics();
    metrics.close();
    for (const line of [
      'mneme_proactive_notifications_total{outcome="notified",reason="none"} 1',
      'mneme_proactive_notifications_total{outcome="suppressed",reason="too_soon"} 2',
      'mneme_proactive_notifications_total{outcome="suppressed",reason="not_relevant"} 1',
      'mneme_proactive_notifications_total{outcome="suppressed",reason="prompt_too_long"} 1',
      "mneme_text_generation_fallbacks_total 2",
    ]) {
      expect(text.split("\n")).to.include(line);
    }
    expect(text).not.to.include("Zwiebel");
  });
});
