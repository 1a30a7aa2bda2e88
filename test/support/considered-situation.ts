import { BuiltInWriter } from "../../src/adapters/language/built-in-writer.js";
import { openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import type { Considered } from "../../src/application/proactive.js";
import { aConversation, aMemory, aNotification, recorded } from "../../src/testing/index.js";
import { asking, Notifying } from "./proactive.js";
import { scopesOf, type Situation } from "./proactive-situations.js";

/** What comes of an app's prompt without a model, when the service knows what the situation says. */
export async function considerSituation(
  situation: Situation,
): Promise<{ readonly outcome: Considered; readonly inbox: readonly string[] }> {
  const { said, prompt, facts = [], talks = [], chat = [], language = "en" } = situation;
  const subject = new Notifying(openInMemoryStore(), { ports: { writer: new BuiltInWriter() } });
  await subject.user("ada", {}, { language });
  const { store, clock } = subject;
  const minute = (n: number): Date => new Date(clock.now().getTime() + n * 60_000 - 86_400_000);
  const memories = facts.map((content, n) => aMemory({ content, createdAt: minute(n) }));
  await store.memories.addOrGet("ada", memories, (before) => before);
  for (const [n, lines] of talks.entries()) {
    await store.conversations.insertOrGet(recorded(aConversation({ createdAt: minute(n), language }), ...lines));
  }
  const installed = await subject.app("garden", scopesOf(situation));
  for (const [n, { app: text, user }] of chat.entries()) {
    const replies = [{ id: `reply ${n}`, text: user, at: minute(n) }];
    await store.notifications.add(aNotification({ appId: "garden", text, createdAt: minute(n), replies }));
  }
  const answer = asking(prompt, scopesOf(situation));
  const outcome = await subject.consider(installed, answer, { said: said.map((text) => ({ text })) });
  return { outcome, inbox: await subject.inbox("ada", "proactive") };
}
