import { expect } from "chai";
import { openInMemoryStore } from "../../../src/adapters/in-memory/index.js";
import { createBuiltInMemoryIndex, createBuiltInPassageIndex } from "../../../src/adapters/search/index.js";
import { PromptVariables, type PromptContext } from "../../../src/application/notifications/prompt-variables.js";
import { notificationScopes, type NotificationScope } from "../../../src/domain/app/app.js";
import { Transcript } from "../../../src/domain/conversation/transcript.js";
import type { Store } from "../../../src/ports/driven/index.js";
import {
  aConversation,
  aMemory,
  aNotification,
  anApp,
  anExtractedMemory,
  aSummary,
  aUser,
  withTranscript,
} from "../../../src/testing/index.js";

const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 2, 9, minute));
const telling: PromptContext = {
  userId: "ada",
  app: anApp({ id: "garden", name: "Garden" }),
  conversationId: "live",
  liveSegments: [{ text: "The roses in the garden look dry." }],
};

describe("Prompt variables", () => {
  let store: Store;
  beforeEach(async () => {
    store = openInMemoryStore();
    await store.users.insertOrGet(aUser({ id: "ada", displayName: "Ada Lovelace" }));
  });

  const variables = () =>
    new PromptVariables({
      ...store,
      memoryIndex: createBuiltInMemoryIndex(store.memories),
      passageIndex: createBuiltInPassageIndex(store),
    });
  const told = async (scopes: readonly NotificationScope[] = notificationScopes, of: Partial<PromptContext> = {}) => [
    ...(await variables().resolve({ ...telling, ...of }, scopes)).values,
  ];
  const only = async (scope: NotificationScope, of: Partial<PromptContext> = {}): Promise<string> =>
    new Map(await told([scope], of)).get(scope) ?? "";
  const know = (...contents: readonly string[]) =>
    store.memories.addOrGet(
      "ada",
      contents.map((content, n) => aMemory({ content, createdAt: at(n) })),
      (before) => before,
    );
  const hear = async (id: string, userId: string, ...lines: readonly (readonly [isUser: boolean, text: string])[]) => {
    const summary = aSummary({ title: "Talk", overview: "They talked." });
    const conversation = aConversation({ id, userId, summary });
    const segments = lines.map(([isUser, text], n) => ({ text, isUser, start: n * 10, end: n * 10 + 9 }));
    await store.conversations.insertOrGet({ conversation, transcript: Transcript.create(id, segments) });
  };

  it("contain only the user's name when nothing else is stored", async () => {
    expect(await told()).to.deep.equal([["user_name", "Ada Lovelace"]]);
    expect(await told([])).to.deep.equal([]);
  });

  it("contain only the requested scopes", async () => {
    await know("Grows roses");
    await hear("c", "ada", [true, "I water the roses at noon."]);
    await store.notifications.add(aNotification({ userId: "ada", appId: "garden" }));
    for (const scope of notificationScopes) {
      expect((await told([scope])).map(([name]) => name)).to.deep.equal([scope]);
    }
  });

  it("list one fact per line, relevant ones first, then by weight", async () => {
    await know("Plays chess", "Likes the garden with its dry roses", "Has a brother");
    await store.memories.addOrGet(
      "ada",
      [aMemory({ content: "Wants to become a gardener", category: "core", createdAt: at(9), manuallyAdded: false })],
      (before) => before,
    );
    const lines = async (said: PromptContext["liveSegments"]) =>
      (await told(["user_facts"], { liveSegments: said }))[0]?.[1].split("\n");
    const [first, ...rest] = (await lines(telling.liveSegments)) ?? [];
    expect(first).to.equal("Likes the garden with its dry roses");
    expect(rest).to.have.members(["Wants to become a gardener", "Has a brother", "Plays chess"]);
    expect(await lines([])).to.deep.equal([
      "Has a brother",
      "Likes the garden with its dry roses",
      "Plays chess",
      "Wants to become a gardener",
    ]);
  });

  it("exclude rejected memories and data of other users or apps", async () => {
    await store.memories.addOrGet(
      "ada",
      [aMemory({ content: "Hates roses in the garden", userReview: false })],
      (before) => before,
    );
    await store.memories.addOrGet("bob", [aMemory({ userId: "bob", content: "Bob's roses" })], (before) => before);
    await hear("bobs", "bob", [true, "I steal roses from the garden."]);
    await store.notifications.add(aNotification({ userId: "bob", appId: "garden", text: "For Bob" }));
    await store.notifications.add(aNotification({ userId: "ada", appId: "kitchen", text: "From another app" }));
    expect(await told()).to.deep.equal([["user_name", "Ada Lovelace"]]);
  });

  it("are limited in length, and truncate the first entry when it is too long", async () => {
    await know(...Array.from({ length: 120 }, (_, n) => `Has rose number ${n} in the garden, red and in bloom`));
    const facts = await only("user_facts");
    expect(facts.length).to.be.within(1_900, 2_000);
    for (const line of facts.split("\n"))
      expect(line).to.match(/^Has rose number \d+ in the garden, red and in bloom$/);

    const long = `${"rose ".repeat(700)}🌱`;
    await store.notifications.add(aNotification({ userId: "ada", appId: "garden", text: long }));
    const chat = await only("user_chat");
    expect(chat).to.have.length(2_000);
    expect(chat).to.match(/^Garden: rose rose/);
  });

  it("take context from other conversations, not from the live one or from extracted memories", async () => {
    const remembered = anExtractedMemory({
      content: "Has a secret rose in the garden",
      conversationIds: ["elsewhere"],
    });
    await store.memories.addOrGet("ada", [remembered], (before) => before);
    await hear("live", "ada", [true, "The roses in the garden look dry, live."]);
    await hear("old", "ada", [true, "I planted the roses in the garden."], [false, "The garden is lovely."]);
    await hear("other", "ada", [true, "My tax return is late."]);
    const context = await only("user_context");
    expect(context).to.include("I planted the roses in the garden.");
    for (const absent of ["live", "secret", "tax"]) expect(context).not.to.include(absent);
  });

  it("use the user's name in the context only when the name is requested too", async () => {
    await hear("old", "ada", [true, "I planted the roses in the garden."], [false, "Ada Lovelace: roses?"]);
    const context = await only("user_context");
    expect(context).to.include("User: I planted the roses").and.not.match(/^Ada/m);
    const named = new Map(await told(["user_name", "user_context"]));
    expect(named.get("user_context")).to.include("Ada Lovelace: I planted the roses");
  });

  it("search for context by the last live segments", async () => {
    await hear("old", "ada", [true, "I planted the roses in the garden."]);
    await hear("tax", "ada", [true, "My tax return is late."]);
    const said = [{ text: "roses garden ".repeat(200) }, { text: "Now to my tax return, my tax return. ".repeat(40) }];
    const context = await only("user_context", { liveSegments: said });
    expect(context).to.include("tax").and.not.include("roses");
    expect(await told(["user_context"], { liveSegments: [{ text: " " }] })).to.deep.equal([]);
    expect(await told(["user_context"], { liveSegments: [] })).to.deep.equal([]);
  });

  it("contain the last ten messages with the app, oldest first, one per line", async () => {
    for (let n = 0; n < 8; n += 1) {
      const replies = n % 2 === 0 ? [{ id: `r${n}`, text: `Reply\n${n}`, at: at(10 * n + 5) }] : [];
      const createdAt = at(10 * n);
      await store.notifications.add(
        aNotification({ id: `n${n}`, appId: "garden", text: `Note ${n}`, createdAt, replies }),
      );
    }
    await store.notifications.add(
      aNotification({ id: "late", appId: "garden", kind: "system", text: "Disabled", createdAt: at(200) }),
    );
    const chat = await only("user_chat");
    expect(chat.split("\n")).to.deep.equal(
      [
        "User: Reply 0",
        "Garden: Note 1",
        "Garden: Note 2",
        "User: Reply 2",
        "Garden: Note 3",
        "Garden: Note 4",
        "User: Reply 4",
        "Garden: Note 5",
        "Garden: Note 6",
        "User: Reply 6",
        "Garden: Note 7",
      ].slice(-10),
    );
  });

  it("report their sources as unavailable when one is deleted, rejected or discarded", async () => {
    await know("Grows roses in the garden");
    await hear("old", "ada", [true, "I planted the roses in the garden."]);
    const subject = variables();
    const before = await subject.resolve(telling, ["user_facts", "user_context"]);
    expect(before.sources.map(({ kind }) => kind)).to.deep.equal(["memory", "conversation"]);
    expect(before.sources[1]).to.deep.equal({ kind: "conversation", id: "old" });
    expect(await subject.areSourcesAvailable("ada", before)).to.equal(true);
    expect(await subject.areSourcesAvailable("bob", before)).to.equal(false);
    await store.conversations.insertOrGet(withTranscript(aConversation({ id: "more" })));
    expect(await subject.areSourcesAvailable("ada", before)).to.equal(true);
    await store.conversations.update("ada", "old", (each) => each.edit({ discarded: true }, at(0)));
    expect(await subject.areSourcesAvailable("ada", before)).to.equal(false);
  });
});
