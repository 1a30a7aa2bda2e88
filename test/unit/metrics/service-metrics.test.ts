import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { ObservedEventLog, ServiceMetrics } from "../../../src/adapters/metrics/index.js";
import type { StoreCounts } from "../../../src/ports/index.js";
import { aMemory, FixedClock } from "../../../src/testing/index.js";
import { asking, Notifying } from "../../support/proactive.js";
import { silent } from "../../support/core.js";

const embedder = { id: "built-in", isKept: false };

describe("the counts of the store in the metrics", () => {
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
      const { text } = await metrics.read();
      return Number(/^mneme_embeddings\{.*state="done"\} (\d+)$/m.exec(text)?.[1]);
    };
    return { clock, collected, readMemories };
  }

  it("are collected once for concurrent scrapes, and again when they are a minute old", async () => {
    const { clock, collected, readMemories } = openCounting();
    expect(await Promise.all([readMemories(), readMemories()])).to.deep.equal([1, 1]);
    clock.advance(59_999);
    expect(await readMemories()).to.equal(1);
    clock.advance(1);
    expect(await Promise.all([readMemories(), readMemories()])).to.deep.equal([2, 2]);
    expect(collected.times).to.equal(2);
  });

  it("are collected again after a collection that failed", async () => {
    const { collected, readMemories } = openCounting(1);
    const error = await readMemories().catch((reason: unknown) => reason);
    expect(error).to.be.an("error").with.property("message", "no disk");
    expect(await readMemories()).to.equal(2);
    expect(collected.times).to.equal(2);
  });
});

describe("the metrics of proactive notifications", () => {
  it("count those that came, and the others by why they did not, without a word of them", async () => {
    const store = openInMemoryStore();
    const { statistics } = store;
    const metrics = new ServiceMetrics({ statistics, clock: new FixedClock(), embedder });
    const subject = new Notifying(store, { ports: { log: new ObservedEventLog(silent, metrics) } });
    await subject.user();
    const garden = await subject.app("Gardenia-Zwiebel", ["user_facts"]);
    await store.memories.addOrGet("ada", [aMemory({ content: "Grows roses in the garden" })], (known) => known);
    subject.writer.answer = () => Promise.reject(new Error("away"));
    for (let n = 0; n < 3; n += 1) await subject.consider(garden, asking("Tell the secret Zwiebel of {{user_facts}}"));
    const kitchen = await subject.app("Kitchen", ["user_facts"]);
    await subject.consider(kitchen, asking("Of Zwiebel. {{user_facts}}"), { said: [{ text: "The train is late." }] });
    await subject.consider(garden, { kind: "refused", reason: "prompt_too_long" });
    await subject.consider(garden, { kind: "nothing" });
    const { text } = await metrics.read();
    metrics.close();
    for (const line of [
      'mneme_proactive_notifications_total{outcome="notified",reason="none"} 1',
      'mneme_proactive_notifications_total{outcome="suppressed",reason="too_soon"} 2',
      'mneme_proactive_notifications_total{outcome="suppressed",reason="not_relevant"} 1',
      'mneme_proactive_notifications_total{outcome="suppressed",reason="prompt_too_long"} 1',
      "mneme_proactive_writers_replaced_total 2",
    ]) {
      expect(text.split("\n")).to.include(line);
    }
    expect(text).not.to.include("Zwiebel");
  });
});
