import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { ActionItem } from "../../src/domain/action-item.js";
import { Conversation } from "../../src/domain/conversation.js";
import { validateDigest } from "../../src/domain/digest-validation.js";
import { noSummary, type Digest } from "../../src/domain/digest.js";
import { App } from "../../src/domain/app.js";
import { ApiKey } from "../../src/domain/api-key.js";
import { DomainError } from "../../src/domain/errors.js";
import { Goal } from "../../src/domain/goal.js";
import * as limits from "../../src/domain/limits.js";
import { Memory } from "../../src/domain/memory.js";
import { Notification } from "../../src/domain/notification.js";
import { PushTarget } from "../../src/domain/push-target.js";
import { finite, listLength, Refused, text as textOf } from "../../src/domain/rules.js";
import { Transcript } from "../../src/domain/transcript.js";
import { User } from "../../src/domain/user.js";
import { readWebhookAnswer } from "../../src/domain/webhook-answer.js";
import {
  CreateActionItem,
  CreateActionItems,
  ListActionItems,
  UpdateActionItem,
} from "../../src/adapters/http/action-items.dto.js";
import { AskBody } from "../../src/adapters/http/ask.dto.js";
import { CreateFromSegments, CreateFromText, ListConversations } from "../../src/adapters/http/conversations.dto.js";
import { ExternalIntegrationBody, ListApps, RegisterApp, UpdateApp } from "../../src/adapters/http/apps.dto.js";
import { AppendSegments, SessionPath } from "../../src/adapters/http/live-transcripts.dto.js";
import { CreateKey, ListKeys } from "../../src/adapters/http/api-keys.dto.js";
import { CreateGoal, GetHistory, ListGoals, UpdateGoal } from "../../src/adapters/http/goals.dto.js";
import { HttpError } from "../../src/adapters/http/errors.js";
import { readKey } from "../../src/adapters/http/idempotency.js";
import { read, schemaOf, type Class } from "../../src/adapters/http/field.js";
import { CreateMemories, CreateMemory, ListMemories, UpdateMemory } from "../../src/adapters/http/memories.dto.js";
import { ListNotifications, NotifyUser, ReplyToNotification } from "../../src/adapters/http/notifications.dto.js";
import { RegisterPushTarget } from "../../src/adapters/http/push-targets.dto.js";
import { SearchMemories } from "../../src/adapters/http/memory-search.dto.js";
import { UpdateProfile } from "../../src/adapters/http/users.dto.js";
import { ListWebhookDeliveries } from "../../src/adapters/http/webhook-deliveries.dto.js";
import { neutral } from "../../src/adapters/http/wire-names.js";
import { aMemory, aNotification, anApp } from "../../src/testing/index.js";

const birth = { id: "c", userId: "ada", now: new Date("2026-03-02T09:00:00.000Z"), leaseMs: 1 };
const segment = { text: "Hm", start: 0, end: 1 };
const segments = (length: number) => Array.from({ length }, () => segment);
const place = { latitude: 0, longitude: 0, address: null, mapPlaceId: null, locationType: null };
const emojis = (length: number) => "🌱".repeat(length);

const judged = new Set<string>();

/** The limit of this name, which is judged by that. */
function limit<const N extends keyof typeof limits>(name: N): (typeof limits)[N] {
  judged.add(name);
  return limits[name];
}

type Judge<T> = (value: T) => boolean;

interface Agreement<T> {
  /** The bounds as the contract or a decision has them, not as the code does. */
  readonly allowed: readonly T[];
  readonly refused: readonly T[];
  readonly judges: Readonly<Record<string, Judge<T>>>;
}

const aggregate =
  <T>(act: (value: T) => unknown): Judge<T> =>
  (value) => {
    try {
      act(value);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.kind === "invalid") return false;
      throw error;
    }
  };

/** The edge's reader and the schema of OpenAPI, both on the same input. */
function wire<T>(shape: Class<object>, inputOf: (value: T) => object): Record<string, Judge<T>> {
  const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(schemaOf(shape, neutral));
  return {
    edge: (value) => !(read(shape, "body", inputOf(value), neutral) instanceof Refused),
    schema: (value) => fits(inputOf(value)),
  };
}

function agree<T>(name: string, { allowed, refused, judges }: Agreement<T>): void {
  describe(`the rule for ${name}`, () => {
    for (const [judge, allows] of Object.entries(judges)) {
      it(`is the same to the ${judge}`, () => {
        expect(allowed.map(allows), "allowed").to.deep.equal(allowed.map(() => true));
        expect(refused.map(allows), "refused").to.deep.equal(refused.map(() => false));
      });
    }
  });
}

const texts = (max: number) => ({
  allowed: ["a", emojis(1), "a".repeat(max), emojis(max)],
  refused: ["", "a".repeat(max + 1), emojis(max + 1)],
});

agree("a conversation's text", {
  ...texts(100_000),
  judges: {
    rule: (text) => !(limit("conversationText").read(text) instanceof Refused),
    aggregate: aggregate((text) => Conversation.fromText({ text }, birth)),
    ...wire(CreateFromText, (text) => ({ text })),
  },
});

agree("a client's session id", {
  ...texts(200),
  judges: {
    rule: (id) => !(limit("clientSessionId").read(id) instanceof Refused),
    live: aggregate((id) => Conversation.sessionId(id)),
    aggregate: aggregate((id) => Conversation.fromSegments({ segments: segments(1), clientSessionId: id }, birth)),
    ...wire(CreateFromSegments, (id) => ({ transcript_segments: segments(1), client_session_id: id })),
  },
});

agree("a question", {
  ...texts(2_000),
  judges: {
    rule: (question) => !(limit("askedQuestion").read(question) instanceof Refused),
    ...wire(AskBody, (question) => ({ question })),
  },
});

agree("the filter by folder", {
  allowed: ["a", emojis(1), "a".repeat(10_000)],
  refused: [""],
  judges: {
    rule: (id) => !(limit("folderIdFilter").read(id) instanceof Refused),
    ...wire<string>(ListConversations, (id) => ({ folder_id: id })),
  },
});

const memoryBirth = { ...birth, category: "core" } as const;
agree("a memory's content", {
  ...texts(500),
  judges: {
    rule: (content) => !(limit("memoryContent").read(content) instanceof Refused),
    aggregate: aggregate((content) => Memory.create({ content }, memoryBirth)),
    ...wire(CreateMemory, (content) => ({ content })),
  },
});

agree("a memory's changed content", {
  ...texts(500),
  judges: {
    aggregate: aggregate((content) => aMemory().edit({ content }, birth.now)),
    ...wire(UpdateMemory, (content) => ({ content })),
  },
});

const contents = (length: number) => Array.from({ length }, (_, index) => ({ content: `number ${index}` }));
agree("the number of memories in a batch", {
  allowed: [0, 1, 24, 25],
  refused: [26],
  judges: {
    rule: (length) => listLength(length, limit("memoryBatch")) === undefined,
    aggregate: aggregate((length) => Memory.checkBatch(contents(length))),
    ...wire<number>(CreateMemories, (length) => ({ memories: contents(length) })),
  },
});

agree("the number of segments", {
  allowed: [1, 2, 499, 500],
  refused: [0, 501],
  judges: {
    rule: (length) => listLength(length, limit("transcriptBatch")) === undefined,
    piece: aggregate((length) => Conversation.checkPiece({ segments: segments(length) })),
    aggregate: aggregate((length) => Conversation.fromSegments({ segments: segments(length) }, birth)),
    ...wire<number>(CreateFromSegments, (length) => ({ transcript_segments: segments(length) })),
  },
});

/** Blank ones are refused beside the shape, by a text of their own. */
const saidTexts = {
  allowed: ["a", emojis(1), "a".repeat(3999), "a".repeat(4000), emojis(4000)],
  refused: ["a".repeat(4001), emojis(4001)],
};

const urlOf = (length: number): string => `https://ntfy.example/${"a".repeat(length - 21)}`;

agree("a push target's URL", {
  allowed: [urlOf(22), urlOf(2047), urlOf(2048)],
  refused: ["", urlOf(2049)],
  judges: {
    rule: (url) => !(limit("pushUrl").read(url) instanceof Refused),
    aggregate: aggregate((url) =>
      PushTarget.create({ channel: "ntfy", url }, { ...birth, sealedSecret: null }, { allowsPlainHttp: false }),
    ),
    ...wire(RegisterPushTarget, (url) => ({ channel: "ntfy", url })),
  },
});

agree("a notification's text", {
  ...saidTexts,
  judges: {
    rule: (text) => !(limit("notificationText").read(text) instanceof Refused),
    aggregate: aggregate((text) =>
      Notification.create({ appId: null, kind: "system", text }, { ...birth, targets: [] }),
    ),
    ...wire(NotifyUser, (message) => ({ uid: "ada", message })),
  },
});

agree("a reply's text", {
  ...saidTexts,
  judges: {
    rule: (text) => !(limit("replyText").read(text) instanceof Refused),
    aggregate: aggregate((text) => aNotification().reply(text, birth)),
    ...wire(ReplyToNotification, (text) => ({ text })),
  },
});

const described = (length: number) => Array.from({ length }, () => ({ description: "Read" }));

agree("an action item's description", {
  ...texts(500),
  judges: {
    rule: (description) => !(limit("actionItemDescription").read(description) instanceof Refused),
    aggregate: aggregate((description) => ActionItem.create({ description }, birth)),
    ...wire(CreateActionItem, (description) => ({ description })),
  },
});

agree("an action item's new description", {
  ...texts(500),
  judges: {
    aggregate: aggregate((description) => ActionItem.checkPatch({ description })),
    ...wire<string>(UpdateActionItem, (description) => ({ description })),
  },
});

agree("a description of several action items", {
  ...texts(500),
  judges: {
    aggregate: aggregate((description) => ActionItem.createBatch([{ description }], () => birth)),
    ...wire<string>(CreateActionItems, (description) => ({ action_items: [{ description }] })),
  },
});

agree("the number of action items", {
  allowed: [0, 1, 49, 50],
  refused: [51],
  judges: {
    rule: (length) => listLength(length, limit("actionItemBatch")) === undefined,
    aggregate: aggregate((length) => ActionItem.createBatch(described(length), () => birth)),
    ...wire<number>(CreateActionItems, (length) => ({ action_items: described(length) })),
  },
});

for (const [name, rule, bound] of [
  ["latitude", limit("latitude"), 90],
  ["longitude", limit("longitude"), 180],
] as const) {
  agree(`a place's ${name}`, {
    allowed: [-bound, 1 - bound, 0, bound - 1, bound],
    refused: [-bound - 1, -bound - 1e-9, bound + 1e-9, bound + 1],
    judges: {
      rule: (value) => !(rule.read(value) instanceof Refused),
      aggregate: aggregate((value) =>
        Conversation.fromText({ text: "Hm", geolocation: { ...place, [name]: value } }, birth),
      ),
      ...wire(CreateFromText, (value) => ({ text: "Hm", geolocation: { latitude: 0, longitude: 0, [name]: value } })),
    },
  });
}

// Decision 4.10: counted after trimming, and so by the aggregate alone.
const { allowed, refused } = texts(500);
agree("a conversation's title", {
  allowed: [...allowed, ` ${emojis(500)} `],
  refused: [...refused, " ", ` ${emojis(501)}`],
  judges: { aggregate: aggregate((title) => Conversation.checkPatch({ title })) },
});

const goalBirth = { id: "g", creation: "c", userId: "ada", now: birth.now };
const aNewGoal = Goal.create({ title: "Run" }, goalBirth);

agree("a goal's title", {
  ...texts(500),
  judges: {
    aggregate: aggregate((title) => Goal.create({ title }, goalBirth)),
    patched: aggregate((title) => aNewGoal.edit({ title }, birth.now)),
    ...wire(CreateGoal, (title) => ({ title })),
  },
});

agree("a goal's changed title", {
  ...texts(500),
  judges: wire(UpdateGoal, (title) => ({ title })),
});

for (const [field, wireField] of [
  ["desiredOutcome", "desired_outcome"],
  ["whyItMatters", "why_it_matters"],
] as const) {
  const prose = {
    allowed: ["", "a", emojis(1), "a".repeat(1999), "a".repeat(2000), emojis(2000)],
    refused: ["a".repeat(2001), emojis(2001)],
  };
  agree(`a goal's ${field}`, {
    ...prose,
    judges: {
      rule: (value) => !(limit("goalProse").read(value) instanceof Refused),
      aggregate: aggregate((value) => Goal.create({ title: "Run", [field]: value }, goalBirth)),
      patched: aggregate((value) => aNewGoal.edit({ [field]: value }, birth.now)),
      ...wire(CreateGoal, (value) => ({ title: "Run", [wireField]: value })),
    },
  });
  agree(`a goal's changed ${field}`, { ...prose, judges: wire(UpdateGoal, (value) => ({ [wireField]: value })) });
}

const criteria = (length: number) => Array.from({ length }, () => "🌱");
const numbersOfCriteria = { allowed: [0, 1, 19, 20], refused: [21] };

const tags = (length: number) => Array.from({ length }, () => "🌱");

agree("the number of a memory's tags", {
  allowed: [0, 1, 99, 100],
  refused: [101],
  judges: {
    rule: (length) => !(limit("memoryTags").read(tags(length)) instanceof Refused),
    aggregate: aggregate((length) => Memory.create({ content: "a", tags: tags(length) }, memoryBirth)),
    patched: aggregate((length) => Memory.checkPatch({ tags: tags(length) })),
    ...wire<number>(CreateMemory, (length) => ({ content: "a", tags: tags(length) })),
  },
});

agree("a memory's tag", {
  allowed: ["", "a", emojis(1), "a".repeat(99), "a".repeat(100), emojis(100)],
  refused: ["a".repeat(101), emojis(101)],
  judges: {
    aggregate: aggregate((tag) => Memory.create({ content: "a", tags: [tag] }, memoryBirth)),
    ...wire(UpdateMemory, (tag) => ({ tags: [tag] })),
  },
});

agree("the number of a goal's criteria", {
  ...numbersOfCriteria,
  judges: {
    rule: (length) => !(limit("goalCriteria").read(criteria(length)) instanceof Refused),
    aggregate: aggregate((length) => Goal.create({ title: "Run", successCriteria: criteria(length) }, goalBirth)),
    patched: aggregate((length) => aNewGoal.edit({ successCriteria: criteria(length) }, birth.now)),
    ...wire<number>(CreateGoal, (length) => ({ title: "Run", success_criteria: criteria(length) })),
  },
});

agree("the number of a goal's changed criteria", {
  ...numbersOfCriteria,
  judges: wire<number>(UpdateGoal, (length) => ({ success_criteria: criteria(length) })),
});

agree("the days of a goal's history", {
  allowed: [1, 2, 364, 365],
  refused: [0, 366, -1],
  judges: {
    rule: (days) => !(finite(limit("goalHistoryDays")).read(days) instanceof Refused),
    ...wire<number>(GetHistory, (days) => ({ days })),
  },
});

agree("what is searched for", {
  allowed: ["a", emojis(1), "a".repeat(10_000)],
  refused: [""],
  judges: {
    rule: (query) => !(limit("searchQuery").read(query) instanceof Refused),
    ...wire<string>(SearchMemories, (query) => ({ query })),
  },
});

agree("how many are searched for", {
  allowed: [1, 2, 99, 100],
  refused: [-1, 0, 101],
  judges: {
    rule: (most) => !(finite(limit("searchLimit")).read(most) instanceof Refused),
    ...wire<number>(SearchMemories, (most) => ({ query: "a", limit: most })),
  },
});

/** Decision 2.8: as everything else that is too long, it is refused as a misfit. */
function isHeeded(key: string): boolean {
  try {
    return readKey({ method: "POST", credential: "any" }, { headers: { "idempotency-key": key } }) === key;
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return false;
    throw error;
  }
}

agree("an Idempotency-Key", {
  ...texts(255),
  judges: {
    rule: (key) => !(limit("idempotencyKey").read(key) instanceof Refused),
    edge: (key) => isHeeded(key),
    schema: (key) => new Ajv2020().validate(limit("idempotencyKey").schema(), key),
  },
});

const upTo255 = {
  allowed: ["a", emojis(1), "a".repeat(254), "a".repeat(255), emojis(255)],
  refused: ["a".repeat(256), emojis(256)],
};

agree("a key's name", {
  ...upTo255,
  judges: {
    rule: (name) => !(limit("keyName").read(name) instanceof Refused),
    aggregate: aggregate((name) =>
      ApiKey.create({ name, scopes: null }, { ...birth, digest: "digest", keyPrefix: "mneme_dev_" }),
    ),
    ...wire(CreateKey, (name) => ({ name })),
  },
});

const appBirth = { id: "a", ownerId: "ada", now: birth.now, digest: "digest", sealedSigningSecret: "sealed" };
const policy = { allowsPlainHttp: false };

agree("an app's name", {
  ...texts(100),
  judges: {
    rule: (name) => !(limit("appName").read(name) instanceof Refused),
    aggregate: aggregate((name) => App.create({ name }, appBirth, policy)),
    patched: aggregate((name) => anApp().edit({ name }, birth.now, policy)),
    ...wire(RegisterApp, (name) => ({ name })),
  },
});

agree("an app's changed name", { ...texts(100), judges: wire(UpdateApp, (name) => ({ name })) });

agree("an app's description", {
  allowed: ["", "a", emojis(1), "a".repeat(499), "a".repeat(500), emojis(500)],
  refused: ["a".repeat(501), emojis(501)],
  judges: {
    rule: (description) => !(limit("appDescription").read(description) instanceof Refused),
    aggregate: aggregate((description) => App.create({ name: "App", description }, appBirth, policy)),
    patched: aggregate((description) => anApp().edit({ description }, birth.now, policy)),
    ...wire(RegisterApp, (description) => ({ name: "App", description })),
  },
});

const addressOf = (length: number) => "https://garden.example/".padEnd(length, "a");
const integrationAt = (webhookUrl: string) => ({ triggersOn: "transcript_processed", webhookUrl }) as const;

agree("a webhook's address", {
  allowed: [addressOf(2047), addressOf(2048)],
  refused: ["", addressOf(2049)],
  judges: {
    rule: (url) => !(limit("webhookUrl").read(url) instanceof Refused),
    aggregate: aggregate((url) =>
      App.create({ name: "App", externalIntegration: integrationAt(url) }, appBirth, policy),
    ),
    patched: aggregate((url) => anApp().edit({ externalIntegration: integrationAt(url) }, birth.now, policy)),
    ...wire(ExternalIntegrationBody, (url) => ({ triggers_on: "transcript_processed", webhook_url: url })),
  },
});

const aUser = User.create({ id: "ada", now: birth.now });

agree("a user's display name", {
  ...upTo255,
  judges: {
    rule: (name) => !(limit("displayName").read(name) instanceof Refused),
    aggregate: aggregate((displayName) => User.create({ id: "ada", displayName, now: birth.now })),
    patched: aggregate((displayName) => aUser.edit({ displayName })),
    ...wire<string>(UpdateProfile, (name) => ({ display_name: name })),
  },
});

agree("a user's id", {
  ...texts(255),
  judges: {
    rule: (id) => !(limit("userId").read(id) instanceof Refused),
    aggregate: aggregate((id) => User.create({ id, displayName: "Ada", now: birth.now })),
  },
});

for (const name of ["conversationTitle", "goalTitle"] as const) {
  agree(`${name} as it is stated`, {
    ...texts(500),
    judges: { rule: (title) => !(textOf(limit(name)).read(title) instanceof Refused) },
  });
}

/** What is not refused but drawn into its bounds: contract section 8 and decisions 4.7, 5.1, 6.1, 7.3. */
for (const [name, shape, usual, most] of [
  ["conversationPage", ListConversations, 25, 200],
  ["memoryPage", ListMemories, 25, 1000],
  ["actionItemPage", ListActionItems, 100, 1000],
  ["goalPage", ListGoals, 10, 100],
  ["askPage", AskBody, 10, 50],
  ["keyPage", ListKeys, 1000, 1000],
  ["appPage", ListApps, 100, 1000],
  ["deliveryPage", ListWebhookDeliveries, 100, 1000],
  ["notificationPage", ListNotifications, 25, 200],
] as const) {
  describe(`the size of a ${name}`, () => {
    const sizeOf = (asked: object): unknown =>
      (read(shape as Class<object>, "query", { question: "a", ...asked }, neutral) as { limit?: number }).limit;

    it("is drawn into its bounds by the edge, as it is stated", () => {
      expect(limit(name)).to.deep.equal({ usual, most });
      const asked = [-1, 0, 1, most - 1, most, most + 1];
      expect(asked.map((size) => sizeOf({ limit: size }))).to.deep.equal([1, 1, 1, most - 1, most, most]);
      expect(sizeOf({})).to.equal(usual);
    });
  });
}

describe("the number of a user's installations", () => {
  it("is as it is decided, and kept by the use case", () => {
    expect(limit("INSTALLATIONS_MOST")).to.equal(50);
  });
});

describe("the number of a user's push targets", () => {
  it("is as it is decided, and kept by the use case", () => {
    expect(limit("PUSH_TARGETS_MOST")).to.equal(20);
  });
});

describe("the numbers of replies and of milliseconds that a quota is kept", () => {
  it("are as they are decided, and kept by the aggregate and the stores", () => {
    expect([limit("REPLIES_MOST"), limit("QUOTA_KEPT_MS")]).to.deep.equal([20, 60_000]);
  });
});

agree("a session's id in a path", {
  ...texts(200),
  judges: wire(SessionPath, (id) => ({ client_session_id: id })),
});

agree("the offset of a piece", {
  allowed: [0, 1, 19_999, 20_000],
  refused: [-1, 20_001],
  judges: {
    rule: (offset) => !(finite(limit("sessionOffset")).read(offset) instanceof Refused),
    aggregate: aggregate((offset) => Conversation.checkPiece({ segments: segments(1), offset })),
    ...wire<number>(AppendSegments, (offset) => ({ transcript_segments: segments(1), offset })),
  },
});

describe("what a live session holds", () => {
  it("is as it is decided, and kept by the aggregate", () => {
    expect([limit("SESSION_SEGMENTS_MOST"), limit("SESSION_LENGTH_MOST")]).to.deep.equal([20_000, 10_000_000]);
  });
});

const asks = (notification: object): boolean =>
  readWebhookAnswer(JSON.stringify({ session_id: "s", notification }), "s").kind === "asks";

agree("the prompt that a webhook answers", {
  allowed: ["a".repeat(5), emojis(5), "a".repeat(8000), emojis(8000)],
  refused: ["", "a".repeat(4), emojis(4), "a".repeat(8001), emojis(8001)],
  judges: {
    rule: (prompt) => !(limit("webhookPrompt").read(prompt) instanceof Refused),
    aggregate: (prompt) => asks({ prompt }),
  },
});

agree("a variable that a webhook names", {
  allowed: ["", "a", "a".repeat(64), emojis(64)],
  refused: ["a".repeat(65), emojis(65)],
  judges: {
    rule: (name) => !(limit("webhookParams").read([name]) instanceof Refused),
    aggregate: (name) => asks({ prompt: "Drink water", params: [name] }),
  },
});

describe("the numbers of proactive notifications", () => {
  it("are as they are decided, and kept by the use case", () => {
    expect([limit("PROACTIVE_INTERVAL_MS"), limit("CHAT_MESSAGES"), limit("SHORTEST_NOTIFICATION")]).to.deep.equal([
      30_000, 10, 5,
    ]);
  });
});

describe("the numbers that only the edge has", () => {
  it("are as they are decided", () => {
    expect([limit("CONVERSATION_BODY_BYTES"), limit("BODY_BYTES")]).to.deep.equal([2_097_152, 524_288]);
    expect([limit("JSON_DEPTH"), limit("VIOLATIONS_REPORTED")]).to.deep.equal([32, 100]);
    expect([limit("SEARCH_LIMIT_USUAL"), limit("GOAL_HISTORY_DAYS_USUAL")]).to.deep.equal([10, 30]);
    expect(limit("TEXT_CONVERSATION_MINUTES")).to.equal(5);
    expect(limit("NOTIFICATION_BODY_BYTES")).to.equal(65_536);
    expect(limit("MAX_TRANSCRIPT_PAGE_BYTES")).to.equal(67_108_864);
  });
});

/** Whether the digest that has these parts keeps them as they are. */
const keeps = (parts: Partial<Digest>): boolean => {
  const digest = {
    ...noSummary,
    title: "Plans",
    overview: "They plan.",
    actionItems: [],
    memories: [],
    discard: false,
  };
  const { digest: kept } = validateDigest({ ...digest, ...parts }, Transcript.create("c", segments(1)));
  return isDeepStrictEqual({ ...kept, ...parts }, kept);
};
const anEvent = { title: "Tea", start: birth.now, description: "", duration: 30, created: false, segmentIds: ["c-0"] };

agree("the title of a summary", {
  allowed: ["a", "a".repeat(limit("MAX_SUMMARY_TITLE_LENGTH")), emojis(limit("MAX_SUMMARY_TITLE_LENGTH"))],
  refused: ["a".repeat(501), emojis(501)],
  judges: { digest: (title) => keeps({ title }) },
});

agree("the overview of a summary", {
  allowed: ["a", "a".repeat(limit("MAX_OVERVIEW_LENGTH")), emojis(limit("MAX_OVERVIEW_LENGTH"))],
  refused: ["a".repeat(5_001), emojis(5_001)],
  judges: { digest: (overview) => keeps({ overview }) },
});

agree("the emoji of a summary", {
  ...texts(32),
  judges: {
    rule: (emoji) => !(limit("summaryEmoji").read(emoji) instanceof Refused),
    digest: (emoji) => keeps({ emoji }),
  },
});

agree("the title of an event", {
  ...texts(500),
  judges: {
    rule: (title) => !(limit("eventTitle").read(title) instanceof Refused),
    digest: (title) => keeps({ events: [{ ...anEvent, title }] }),
  },
});

agree("the description of an event", {
  allowed: ["", "a".repeat(2_000), emojis(2_000)],
  refused: ["a".repeat(2_001), emojis(2_001)],
  judges: {
    rule: (description) => !(limit("eventDescription").read(description) instanceof Refused),
    digest: (description) => keeps({ events: [{ ...anEvent, description }] }),
  },
});

agree("the minutes of an event", {
  allowed: [0, 1, 527_040],
  refused: [-1, 527_041, NaN, Infinity],
  judges: {
    rule: (minutes) => !(finite(limit("eventMinutes")).read(minutes) instanceof Refused),
    digest: (duration) => keeps({ events: [{ ...anEvent, duration }] }),
  },
});

describe("the limits", () => {
  it("are all judged here", () => {
    expect(Object.keys(limits).filter((name) => !judged.has(name))).to.deep.equal([]);
  });
});
