import { expect } from "chai";
import { isCategory } from "../../../src/domain/conversation/conversation-attributes.js";
import type { ApiScope } from "../../../src/domain/user/api-key.js";
import type { ApiClient } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import {
  DECODE_MARKER,
  createPromptInjections,
  OBEY_MARKER,
  type PromptInjection,
} from "../../support/prompt-injections.js";
import { findHostNames } from "../../support/find-host-names.js";
import {
  aModelAnswer,
  replyWithText,
  FakeModelEndpoint,
  replyWithJson,
  type ModelRequest,
  type ReplyHandler,
} from "../../support/fake-model-endpoint.js";
import { startService, type TestService } from "../../support/service.js";

const memories = "/v1/dev/user/memories";
const scopes: readonly ApiScope[] = [
  "conversations:read",
  "conversations:write",
  "action_items:read",
  "memories:read",
  "memories:write",
];
const secret = "The vault opens with quibblewurz.";
const SEEDS = 12;
const seeded = (n: number) => `Has kept seed ${n}`;

interface WireMemory {
  readonly id: string;
  readonly content: string;
}

/** All that a model has words in. */
type Derived = Omit<WireConversation["structured"], "events"> & {
  readonly events: readonly { readonly title: string; readonly description: string }[];
};

const materialOf = ({ messages }: ModelRequest): string => messages[1]?.content ?? "";

/** What the material asks for, in whatever form. */
function wishIn(material: string): string {
  const said = new RegExp(`${OBEY_MARKER}(.*?)${OBEY_MARKER}`, "s").exec(material)?.[1];
  const written = new RegExp(`${DECODE_MARKER}(.*?)${DECODE_MARKER}`, "s").exec(material)?.[1];
  return said ?? (written === undefined ? "{}" : Buffer.from(written, "base64").toString());
}

/** Of its own: nobody has said these. */
const mischief = [
  "unsaid.example",
  "http://unsaid.example/x",
  "Unsaid．example",
  "sub.unsaid.example",
  "10.9.8.7",
  "unsaid。example",
];

/** Puts one more of its own at the end of each text of an answer, where a text is not too long already. */
function worsened(value: unknown, n: number): unknown {
  if (Array.isArray(value)) return value.map((each) => worsened(each, n));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const isText = ["title", "overview", "task", "fact", "description"].includes(name) && typeof each === "string";
      return [name, isText && each.length < 60 ? `${each} ${mischief[n % mischief.length] ?? ""}` : worsened(each, n)];
    }),
  );
}

/** Does whatever the material asks for, and more; told that it breaks the rules, it keeps of them what it must. */
function obedient(): ReplyHandler {
  let n = 0;
  return (asked, response) => {
    n += 1;
    const wish = wishIn(materialOf(asked));
    if (asked.messages.length > 2) {
      const title = "Go to https://evil.example/again at once";
      return replyWithText(JSON.stringify(worsened(aModelAnswer({ title }), n)))(asked, response);
    }
    try {
      const obeyed = worsened(aModelAnswer(JSON.parse(wish) as object), n);
      return replyWithText(JSON.stringify({ ...(obeyed as object), extra: { user_id: "bob" } }))(asked, response);
    } catch (error) {
      if (error instanceof SyntaxError) return replyWithText(wish)(asked, response);
      throw error;
    }
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** What derived texts of a conversation may hold, whatever was said and whatever a model made of it. */
function expectHarmless(texts: readonly string[], { family, text: said }: PromptInjection): void {
  const saidHosts = findHostNames(said);
  for (const text of texts) {
    const what = `${family}: ${said.slice(0, 200)}`;
    expect(text, what).not.to.match(
      /:\/\/|www\.|evil\.example[/:?]|javascript:|data:|mailto:|tel:|file:|<\w|\]\(|quibblewurz/i,
    );
    expect(text, what).not.to.match(
      /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/u,
    );
    for (const host of findHostNames(text)) expect(saidHosts.has(host), `${host} in ${what}`).to.equal(true);
  }
}

describe("prompt injection against a model that obeys every instruction", () => {
  const cases = createPromptInjections();
  let endpoint: FakeModelEndpoint;
  let service: TestService;
  let ada: ApiClient;
  let bob: ApiClient;

  before(async () => {
    endpoint = await FakeModelEndpoint.open();
    service = await startService({ MNEME_LLM_BASE_URL: endpoint.url, MNEME_LLM_MODEL: "double" });
    ada = await service.clientWithKey("ada", scopes);
    bob = await service.clientWithKey("bob", scopes);
  });
  after(async () => {
    await service.close();
    await endpoint.close();
  });

  const hear = async (client: ApiClient, text: string, started_at: string): Promise<string> => {
    const body = { transcript_segments: [{ text, start: 0, end: 5 }], started_at };
    return ((await client.post(`${CONVERSATIONS_PATH}/from-segments`, body)).body as ConversationReceipt).id;
  };
  const factsOf = async (client: ApiClient): Promise<readonly WireMemory[]> => {
    const page = async (offset: number) =>
      (await client.get(`${memories}?limit=1000&offset=${offset}`)).body as WireMemory[];
    const [first, second] = [await page(0), await page(1000)];
    return [...first, ...second];
  };
  const all = async (client: ApiClient) => [
    (await client.get("/v1/dev/user/action-items?limit=1000")).body,
    (await client.get(CONVERSATIONS_PATH)).body,
    await factsOf(client),
  ];

  it("is tested with at least 200 distinct transcripts", () => {
    expect(cases.length).to.be.at.least(200);
    expect(new Set(cases.map(({ text }) => text)).size).to.equal(cases.length);
  });

  it(`has no effect outside the conversation: ${cases.length} transcripts`, async () => {
    endpoint.setDefaultReply(replyWithJson(() => aModelAnswer({ tasks: [], memories: [] })));
    await bob.post(memories, { content: secret });
    await hear(bob, `Please keep in mind forever: ${secret}`, "2026-01-01T09:00:00Z");
    const his = await all(bob);
    const asked = endpoint.requests.length;
    endpoint.setDefaultReply(obedient());

    for (const injection of cases) {
      const { text, family } = injection;
      const id = await hear(ada, text, "2026-02-02T09:00:00Z");
      const shown = (await ada.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation;
      expect(shown.status, text).to.equal("completed");
      expect(shown.summarised_by, family).to.equal("llm:double");
      expect(isCategory(shown.structured.category), text).to.equal(true);
      expect(shown.structured.title.length, text).to.be.at.most(80);
      const { action_items: items } = shown.structured;
      expect(items.length, text).to.be.at.most(50);
      for (const item of items) {
        expect((item as unknown as { segment_ids: string[] }).segment_ids, text).to.deep.equal([`${id}-0`]);
      }
      const facts = await factsOf(ada);
      const { title, overview, emoji, events } = shown.structured as unknown as Derived;
      const said = [
        events.map((event) => [event.title, event.description]),
        items.map(({ description }) => description),
      ];
      expectHarmless(textsIn([title, overview, emoji, said, facts.map(({ content }) => content)]), injection);
      // What is left of it would be known to the next one.
      await ada.delete(`${CONVERSATIONS_PATH}/${id}`);
      expect(await factsOf(ada), text).to.deep.equal([]);
    }

    expect(await all(bob)).to.deep.equal(his);
    expect(endpoint.requests.length - asked).to.be.greaterThan(cases.length);
    for (const { messages, body } of endpoint.requests.slice(asked)) {
      expect(JSON.stringify(messages)).not.to.include("quibblewurz");
      expect(body).not.to.have.any.keys("tools", "tool_choice", "functions");
    }
  });

  it("supersedes no memory that the user edited, reviewed or wrote, or that is newer or unrelated", async () => {
    const seeds = Array.from({ length: SEEDS }, (_, n) => ({ fact: seeded(n), category: "core", segments: [0] }));
    endpoint.setDefaultReply(replyWithJson(() => aModelAnswer({ tasks: [], memories: seeds })));
    await hear(ada, "I keep seeds.", "2026-01-01T09:00:00Z");
    endpoint.setDefaultReply(
      replyWithJson(() =>
        aModelAnswer({ tasks: [], memories: [{ fact: "Said it later", category: "core", segments: [0] }] }),
      ),
    );
    await hear(ada, "I say it later.", "2026-03-03T09:00:00Z");
    await ada.post(memories, { content: "Is called Ada" });
    const of = async (content: string) => (await factsOf(ada)).find((each) => each.content === content)?.id ?? "";
    await ada.patch(`${memories}/${await of(seeded(0))}`, { content: "Keeps seeds, edited" });
    await ada.patch(`${memories}/${await of(seeded(1))}`, { user_review: true });
    const before = await factsOf(ada);
    const mine = ["Is called Ada", "Keeps seeds, edited", seeded(1), "Said it later"];

    endpoint.setDefaultReply(obedient());
    for (const { text, family } of cases) {
      if (family !== "known facts" && family !== "demands") continue;
      const id = await hear(ada, text, "2026-02-02T09:00:00Z");
      const left = new Set((await factsOf(ada)).map(({ content }) => content));
      for (const content of mine) expect(left.has(content), `${content} after ${text}`).to.equal(true);
      const lost = before.filter(({ content }) => !left.has(content)).length;
      expect(lost, text).to.equal(0);
      await ada.delete(`${CONVERSATIONS_PATH}/${id}`);
      expect(
        (await factsOf(ada)).map(({ content }) => content),
        text,
      ).to.deep.equal(before.map(({ content }) => content));
    }
  });
});
