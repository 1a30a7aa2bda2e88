import { BuiltInTextGenerator } from "../../src/adapters/nlp/built-in-text-generator.js";
import { openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import type { ProactiveOutcome } from "../../src/application/notifications/proactive-notifications.js";
import { aConversation, aMemory, aNotification, withTranscript } from "../../src/testing/index.js";
import { askToNotify, ProactiveFixture } from "./proactive-fixture.js";
import { scopesInPrompt, type Situation } from "./proactive-situations.js";

/** Runs an app's prompt without a model, with the memories and conversations of the situation. */
export async function runSituation(
  situation: Situation,
): Promise<{ readonly outcome: ProactiveOutcome; readonly inbox: readonly string[] }> {
  const { transcript, prompt, facts = [], earlierConversations = [], appChat = [], language = "en" } = situation;
  const fixture = new ProactiveFixture(openInMemoryStore(), { ports: { textGenerator: new BuiltInTextGenerator() } });
  await fixture.addUser("ada", {}, { language });
  const { store, clock } = fixture;
  const timeAtMinute = (minute: number): Date => new Date(clock.now().getTime() + minute * 60_000 - 86_400_000);
  const memories = facts.map((content, index) => aMemory({ content, createdAt: timeAtMinute(index) }));
  await store.memories.addOrGet("ada", memories, (current) => current);
  for (const [index, lines] of earlierConversations.entries()) {
    await store.conversations.insertOrGet(
      withTranscript(aConversation({ createdAt: timeAtMinute(index), language }), ...lines),
    );
  }
  const installed = await fixture.addInstalledApp("garden", scopesInPrompt(situation));
  for (const [index, { app: text, user }] of appChat.entries()) {
    const replies = [{ id: `reply ${index}`, text: user, at: timeAtMinute(index) }];
    await store.notifications.add(aNotification({ appId: "garden", text, createdAt: timeAtMinute(index), replies }));
  }
  const webhookAnswer = askToNotify(prompt, scopesInPrompt(situation));
  const outcome = await fixture.consider(installed, webhookAnswer, {
    liveSegments: transcript.map((text) => ({ text })),
  });
  return { outcome, inbox: await fixture.listInboxTexts("ada", "proactive") };
}
