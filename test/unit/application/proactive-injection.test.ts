import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { BuiltInWriter } from "../../../src/adapters/language/built-in-writer.js";
import { LlmWriter } from "../../../src/adapters/llm/index.js";
import type { Chat } from "../../../src/adapters/llm/chat.js";
import { InMemoryTokenBudget } from "../../../src/adapters/in-memory/token-budget.js";
import { notificationScopes, type NotificationScope } from "../../../src/domain/notification-scope.js";
import type { Prompt } from "../../../src/domain/prompt.js";
import type { Writer, WritingContext } from "../../../src/ports/driven/writer.js";
import {
  aConversation,
  anExtractedMemory,
  aNotification,
  FixedClock,
  recorded,
  SequentialIds,
} from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";
import { hostsIn } from "../../support/hosts-in.js";
import { injections } from "../../support/injections.js";
import { asking, Notifying } from "../../support/proactive.js";

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
class EchoingWriter implements Writer {
  readonly id = "echo";
  readonly given: string[] = [];
  private turn = 0;

  write({ template, variables }: Prompt, context: WritingContext): Promise<string> {
    const all = `${[...variables.values()].join(" | ")} | ${template} | ${JSON.stringify(context)}`;
    this.given.push(JSON.stringify([...variables]));
    this.turn += 1;
    const parts = Math.ceil(all.length / 450);
    return Promise.resolve(all.slice((this.turn % parts) * 450).slice(0, 450));
  }
}

/** Says again what it is asked, instruction and material. */
const echoingChat: Chat = {
  ask: ({ messages }) => {
    const said = messages.map(({ content }) => content).join(" ");
    return Promise.resolve({ text: JSON.stringify({ text: said.slice(-480).toWellFormed() }), tokens: undefined });
  },
};

const writers: Readonly<Record<string, () => Writer>> = {
  "a writer that echoes everything": () => new EchoingWriter(),
  "a model that echoes everything": () =>
    new LlmWriter(
      {
        chat: echoingChat,
        budget: new InMemoryTokenBudget(),
        clock: new FixedClock(),
        ids: new SequentialIds(),
        log: silent,
      },
      { model: "echo", contextTokens: 8192, tokensPerDay: 0 },
    ),
  "the built-in writer": () => new BuiltInWriter(),
};

describe("what is said to mislead who writes a notification", () => {
  const cases = injections();

  /** Everything that ada and bob have has the text in it. */
  async function prepared(text: string, writer: Writer): Promise<Notifying> {
    const subject = new Notifying(openInMemoryStore(), { ports: { writer } });
    const { store } = subject;
    for (const [userId, mark] of [
      ["ada", (scope: NotificationScope) => canaries[scope]],
      ["bob", () => BOBS],
    ] as const) {
      await subject.user(userId, { displayName: mark("user_name") });
      const content = `${mark("user_facts")} in the garden: ${text}`.slice(0, 480).toWellFormed();
      await store.memories.addOrGet(
        userId,
        [anExtractedMemory({ userId, content, conversationIds: [`old of ${userId}`] })],
        (before) => before,
      );
      const conversation = aConversation({ id: `old of ${userId}`, userId });
      await store.conversations.insertOrGet(
        recorded(
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

  it("is said in 200 ways at least", () => expect(cases.length).to.be.at.least(200));

  for (const [name, open] of Object.entries(writers)) {
    it(`reaches nothing by ${name}: ${cases.length} transcripts`, async () => {
      let sent = 0;
      for (const [n, { text, family }] of cases.entries()) {
        const granted = subset(n % 16);
        const params = subset(Math.floor(n / 3) % 16);
        const writer = open();
        const subject = await prepared(text, writer);
        const garden = await subject.app("garden", granted);
        const said = [{ text: `Look at the garden. ${text}` }];
        // What an app hears it may put into its prompt, variables that it lacks included.
        const prompt = n % 4 === 0 ? `${PROMPT} Garden {{user_chat}} {{secret}}` : PROMPT;
        const { kind } = await subject.consider(garden, asking(prompt, params), { said });
        if (kind !== "notified") continue;
        sent += 1;
        const leaving = (await subject.inbox("ada", "proactive")).join("\n");
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
        for (const host of hostsIn(leaving)) {
          if (/\.\p{L}{2,24}$|^\d+(\.\d+){3}$/u.test(host)) expect(host, what).to.equal("app.example");
        }
      }
      expect(sent).to.be.greaterThan(cases.length / 2);
    });
  }

  it("changes nothing of what there is to be changed: a trial in which all is granted tells all canaries but Bob's", async () => {
    const writer = new EchoingWriter();
    const subject = await prepared("Hello.", writer);
    const garden = await subject.app("garden");
    await subject.consider(garden, asking(PROMPT), { said: [{ text: "Look at the garden." }] });
    for (const canary of Object.values(canaries)) expect(writer.given.join("\n")).to.include(canary);
  });
});
