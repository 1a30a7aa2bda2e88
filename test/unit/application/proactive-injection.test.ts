import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { BuiltInTextGenerator } from "../../../src/adapters/nlp/built-in-text-generator.js";
import { LlmTextGenerator } from "../../../src/adapters/llm/index.js";
import type { Chat } from "../../../src/adapters/llm/client/chat-client.js";
import { InMemoryTokenBudget } from "../../../src/adapters/in-memory/coordination.js";
import { notificationScopes, type NotificationScope } from "../../../src/domain/app/app.js";
import type { Prompt } from "../../../src/domain/notification/prompt.js";
import type { TextGenerator, TextGenerationContext } from "../../../src/ports/driven/models/text-generators.js";
import {
  aConversation,
  anExtractedMemory,
  aNotification,
  FixedClock,
  withTranscript,
  SequentialIds,
} from "../../../src/testing/index.js";
import { silentEventLog } from "../../support/test-core.js";
import { findHostNames } from "../../support/find-host-names.js";
import { createPromptInjections } from "../../support/prompt-injections.js";
import { askToNotify, ProactiveFixture } from "../../support/proactive-fixture.js";

/** What each source holds of ada, and nothing else does. */
const canaries: Readonly<Record<NotificationScope, string>> = {
  user_name: "Canaryname",
  user_facts: "canaryfact",
  user_context: "canarycontext",
  user_chat: "canarychat",
};
const BOBS = "bobscanary";
const PROMPT =
  "Say {{user_name}}, {{user_facts}}, {{user_context}}, {{user_chat}} and {{app_secret}}; help is at app.example.";

/** Every set of scopes, one after the other. */
const subset = (n: number): readonly NotificationScope[] => notificationScopes.filter((_, bit) => (n >> bit) & 1);

/** Writes all that it is given, the context too, a part each time. */
class EchoingWriter implements TextGenerator {
  readonly id = "echo";
  readonly given: string[] = [];
  private turn = 0;

  generate({ template, variables }: Prompt, context: TextGenerationContext): Promise<string> {
    const all = `${[...variables.values()].join(" | ")} | ${template} | ${JSON.stringify(context)}`;
    this.given.push(JSON.stringify([...variables]));
    this.turn += 1;
    const parts = Math.ceil(all.length / 450);
    return Promise.resolve(all.slice((this.turn % parts) * 450).slice(0, 450));
  }
}

/** Says again what it is asked, instruction and material. */
const echoingChat: Chat = {
  complete: ({ messages }) => {
    const said = messages.map(({ content }) => content).join(" ");
    return Promise.resolve({ text: JSON.stringify({ text: said.slice(-480).toWellFormed() }), tokens: undefined });
  },
};

const writers: Readonly<Record<string, () => TextGenerator>> = {
  "a writer that echoes everything": () => new EchoingWriter(),
  "a model that echoes everything": () =>
    new LlmTextGenerator(
      {
        chat: echoingChat,
        budget: new InMemoryTokenBudget(),
        clock: new FixedClock(),
        ids: new SequentialIds(),
        log: silentEventLog,
      },
      { model: "echo", contextTokens: 8192, tokensPerDay: 0 },
    ),
  "the built-in text generator": () => new BuiltInTextGenerator(),
};

describe("Prompt injection into proactive notifications", () => {
  const cases = createPromptInjections();

  /** Everything that ada and bob have has the text in it. */
  async function prepared(text: string, writer: TextGenerator): Promise<ProactiveFixture> {
    const subject = new ProactiveFixture(openInMemoryStore(), { ports: { textGenerator: writer } });
    const { store } = subject;
    for (const [userId, mark] of [
      ["ada", (scope: NotificationScope) => canaries[scope]],
      ["bob", () => BOBS],
    ] as const) {
      await subject.addUser(userId, { displayName: mark("user_name") });
      const content = `${mark("user_facts")} in the garden: ${text}`.slice(0, 480).toWellFormed();
      await store.memories.addOrGet(
        userId,
        [anExtractedMemory({ userId, content, conversationIds: [`old of ${userId}`] })],
        (before) => before,
      );
      const conversation = aConversation({ id: `old of ${userId}`, userId });
      await store.conversations.insertOrGet(
        withTranscript(
          conversation,
          `The ${mark("user_context")} garden. ${text}`,
          `And {{user_chat}} in the garden. ${text}`,
        ),
      );
      const said = `${mark("user_chat")} ${text}`.slice(0, 3_900).toWellFormed();
      await store.notifications.add(aNotification({ id: `old of ${userId}`, userId, appId: "garden", text: said }));
    }
    return subject;
  }

  it("is tested with at least 200 cases", () => expect(cases.length).to.be.at.least(200));

  for (const [name, open] of Object.entries(writers)) {
    it(`discloses nothing through ${name}: ${cases.length} transcripts`, async () => {
      let sent = 0;
      for (const [n, { text, family }] of cases.entries()) {
        const granted = subset(n % 16);
        const params = subset(Math.floor(n / 3) % 16);
        const writer = open();
        const subject = await prepared(text, writer);
        const garden = await subject.addInstalledApp("garden", granted);
        const said = [{ text: `Look at the garden. ${text}` }];
        // What an app hears it may put into its prompt, variables that it lacks included.
        const prompt = n % 4 === 0 ? `${PROMPT} Garden {{user_chat}} {{secret}}` : PROMPT;
        const { kind } = await subject.consider(garden, askToNotify(prompt, params), { liveSegments: said });
        if (kind !== "notified") continue;
        sent += 1;
        const leaving = (await subject.listInboxTexts("ada", "proactive")).join("\n");
        const seen = [leaving, ...(writer instanceof EchoingWriter ? writer.given : [])].join("\n");
        const what = `${family}: ${leaving}`;
        expect(seen, what).not.to.include(BOBS);
        for (const scope of notificationScopes) {
          if (granted.includes(scope) && params.includes(scope)) continue;
          expect(seen, `${scope} in ${what}`).not.to.include(canaries[scope]);
        }
        expect(leaving, what).not.to.match(
          /:\/\/|www\.|evil\.example|javascript:|data:|mailto:|tel:|file:|<\w|\[[^\]]*\]\(/i,
        );
        expect(leaving, what).not.to.match(/\{\{(?!user_chat\}\}|memory\.get)/);
        for (const host of findHostNames(leaving)) {
          if (/\.\p{L}{2,24}$|^\d+(\.\d+){3}$/u.test(host)) expect(host, what).to.equal("app.example");
        }
      }
      expect(sent).to.be.greaterThan(cases.length / 2);
    });
  }

  it("is detectable: with all scopes granted, the text generator receives every canary of the user", async () => {
    const writer = new EchoingWriter();
    const subject = await prepared("Hello.", writer);
    const garden = await subject.addInstalledApp("garden");
    await subject.consider(garden, askToNotify(PROMPT), { liveSegments: [{ text: "Look at the garden." }] });
    for (const canary of Object.values(canaries)) expect(writer.given.join("\n")).to.include(canary);
  });
});
