import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { ObservedEventLog, ServiceMetrics } from "../../../src/adapters/metrics/index.js";
import { aMemory } from "../../../src/testing/index.js";
import { asking, Notifying } from "../../support/proactive.js";
import { silent } from "../../support/core.js";

describe("the metrics of proactive notifications", () => {
  it("count those that came, and the others by why they did not, without a word of them", async () => {
    const store = openInMemoryStore();
    const metrics = new ServiceMetrics({ statistics: store.statistics, embedder: { id: "built-in", isKept: false } });
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
