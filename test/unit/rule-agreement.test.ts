import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { ActionItem } from "../../src/domain/action-item/action-item.js";
import { checkLiveSegments } from "../../src/domain/conversation/live-segments.js";
import { checkNewMemories } from "../../src/domain/memory/new-memory.js";
import { checkConversationPatch } from "../../src/domain/conversation/conversation-patch.js";
import { parseSessionId } from "../../src/domain/conversation/conversation-attributes.js";
import { Conversation } from "../../src/domain/conversation/conversation.js";
import { validateSummaryResult } from "../../src/domain/conversation/summary-validation.js";
import { EMPTY_SUMMARY, type SummaryResult } from "../../src/domain/conversation/summary-result.js";
import { App } from "../../src/domain/app/app.js";
import { ApiKey } from "../../src/domain/user/api-key.js";
import { DomainError } from "../../src/domain/errors.js";
import { Goal } from "../../src/domain/goal/goal.js";
import * as limits from "../../src/domain/limits.js";
import { Memory } from "../../src/domain/memory/memory.js";
import { Notification } from "../../src/domain/notification/notification.js";
import { PushTarget } from "../../src/domain/notification/push-target.js";
import { finite, checkListLength, ValidationFailure, text as textOf } from "../../src/domain/rules.js";
import { Transcript } from "../../src/domain/conversation/transcript.js";
import { User } from "../../src/domain/user/user.js";
import { parseWebhookResponse } from "../../src/adapters/outbound/parse-webhook-response.js";
import {
  CreateActionItemRequest,
  CreateActionItemBatchRequest,
  ListActionItemsParameters,
  UpdateActionItemRequest,
} from "../../src/adapters/http/resources/action-items/action-items.dto.js";
import { AskRequest } from "../../src/adapters/http/resources/ask/ask.dto.js";
import {
  CreateConversationFromSegmentsRequest,
  CreateConversationRequest,
  ListConversationsParameters,
} from "../../src/adapters/http/resources/conversations/conversations.dto.js";
import {
  ExternalIntegrationDto,
  ListAppsParameters,
  RegisterAppRequest,
  UpdateAppRequest,
} from "../../src/adapters/http/resources/apps/apps.dto.js";
import {
  AppendSegmentsRequest,
  SessionPathParameters,
} from "../../src/adapters/http/resources/live-transcripts/live-transcripts.dto.js";
import { CreateApiKeyRequest, ListApiKeysParameters } from "../../src/adapters/http/resources/api-keys/api-keys.dto.js";
import {
  CreateGoalRequest,
  GoalHistoryParameters,
  ListGoalsParameters,
  UpdateGoalRequest,
} from "../../src/adapters/http/resources/goals/goals.dto.js";
import { HttpError } from "../../src/adapters/http/kernel/errors.js";
import { readIdempotencyKey } from "../../src/adapters/http/kernel/idempotent-response.js";
import { parseInput, createSchema, type DtoClass } from "../../src/adapters/http/kernel/dto-fields.js";
import {
  CreateMemoryBatchRequest,
  CreateMemoryRequest,
  ListMemoriesParameters,
  UpdateMemoryRequest,
  SearchMemoriesParameters,
} from "../../src/adapters/http/resources/memories/memories.dto.js";
import {
  ListNotificationsParameters,
  NotifyUserParameters,
  CreateReplyRequest,
} from "../../src/adapters/http/resources/notifications/notifications.dto.js";
import { RegisterPushTargetRequest } from "../../src/adapters/http/resources/notifications/push-targets.dto.js";
import { UpdateProfileRequest } from "../../src/adapters/http/resources/users/users.dto.js";
import { ListWebhookDeliveriesParameters } from "../../src/adapters/http/resources/apps/webhook-deliveries.dto.js";
import { neutralNaming } from "../../src/adapters/http/kernel/naming-profile.js";
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

/** The HTTP parser and the OpenAPI schema, both for the same input. */
function wire<T>(shape: DtoClass<object>, inputOf: (value: T) => object): Record<string, Judge<T>> {
  const fits = new Ajv2020({ strict: false, validateFormats: false }).compile(createSchema(shape, neutralNaming));
  return {
    "HTTP parser": (value) => !(parseInput(shape, "body", inputOf(value), neutralNaming) instanceof ValidationFailure),
    schema: (value) => fits(inputOf(value)),
  };
}

function agree<T>(name: string, { allowed, refused, judges }: Agreement<T>): void {
  describe(`The validation rule for ${name}`, () => {
    for (const [judge, allows] of Object.entries(judges)) {
      it(`is enforced by the ${judge}`, () => {
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
    rule: (text) => !(limit("conversationText").read(text) instanceof ValidationFailure),
    aggregate: aggregate((text) => Conversation.fromText({ text }, birth)),
    ...wire(CreateConversationRequest, (text) => ({ text })),
  },
});

agree("a client's session id", {
  ...texts(200),
  judges: {
    rule: (id) => !(limit("clientSessionId").read(id) instanceof ValidationFailure),
    "live session": aggregate((id) => parseSessionId(id)),
    aggregate: aggregate((id) => Conversation.fromSegments({ segments: segments(1), clientSessionId: id }, birth)),
    ...wire(CreateConversationFromSegmentsRequest, (id) => ({
      transcript_segments: segments(1),
      client_session_id: id,
    })),
  },
});

agree("a question", {
  ...texts(2_000),
  judges: {
    rule: (question) => !(limit("questionText").read(question) instanceof ValidationFailure),
    ...wire(AskRequest, (question) => ({ question })),
  },
});

agree("the filter by folder", {
  allowed: ["a", emojis(1), "a".repeat(10_000)],
  refused: [""],
  judges: {
    rule: (id) => !(limit("folderIdFilter").read(id) instanceof ValidationFailure),
    ...wire<string>(ListConversationsParameters, (id) => ({ folder_id: id })),
  },
});

const memoryBirth = { ...birth, category: "core" } as const;
agree("a memory's content", {
  ...texts(500),
  judges: {
    rule: (content) => !(limit("memoryContent").read(content) instanceof ValidationFailure),
    aggregate: aggregate((content) => Memory.create({ content }, memoryBirth)),
    ...wire(CreateMemoryRequest, (content) => ({ content })),
  },
});

agree("a memory's changed content", {
  ...texts(500),
  judges: {
    aggregate: aggregate((content) => aMemory().edit({ content }, birth.now)),
    ...wire(UpdateMemoryRequest, (content) => ({ content })),
  },
});

const contents = (length: number) => Array.from({ length }, (_, index) => ({ content: `number ${index}` }));
agree("the number of memories in a batch", {
  allowed: [0, 1, 24, 25],
  refused: [26],
  judges: {
    rule: (length) => checkListLength(length, limit("memoryBatch")) === undefined,
    aggregate: aggregate((length) => checkNewMemories(contents(length))),
    ...wire<number>(CreateMemoryBatchRequest, (length) => ({ memories: contents(length) })),
  },
});

agree("the number of segments", {
  allowed: [1, 2, 499, 500],
  refused: [0, 501],
  judges: {
    rule: (length) => checkListLength(length, limit("transcriptBatch")) === undefined,
    "live session": aggregate((length) => checkLiveSegments({ segments: segments(length) })),
    aggregate: aggregate((length) => Conversation.fromSegments({ segments: segments(length) }, birth)),
    ...wire<number>(CreateConversationFromSegmentsRequest, (length) => ({ transcript_segments: segments(length) })),
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
    rule: (url) => !(limit("pushUrl").read(url) instanceof ValidationFailure),
    aggregate: aggregate((url) =>
      PushTarget.create({ channel: "ntfy", url }, { ...birth, sealedSecret: null }, { isPlainHttpAllowed: false }),
    ),
    ...wire(RegisterPushTargetRequest, (url) => ({ channel: "ntfy", url })),
  },
});

agree("a notification's text", {
  ...saidTexts,
  judges: {
    rule: (text) => !(limit("notificationText").read(text) instanceof ValidationFailure),
    aggregate: aggregate((text) =>
      Notification.create({ appId: null, kind: "system", text }, { ...birth, targets: [] }),
    ),
    ...wire(NotifyUserParameters, (message) => ({ uid: "ada", message })),
  },
});

agree("a reply's text", {
  ...saidTexts,
  judges: {
    rule: (text) => !(limit("replyText").read(text) instanceof ValidationFailure),
    aggregate: aggregate((text) => aNotification().reply(text, birth)),
    ...wire(CreateReplyRequest, (text) => ({ text })),
  },
});

const described = (length: number) => Array.from({ length }, () => ({ description: "Read" }));

agree("an action item's description", {
  ...texts(500),
  judges: {
    rule: (description) => !(limit("actionItemDescription").read(description) instanceof ValidationFailure),
    aggregate: aggregate((description) => ActionItem.create({ description }, birth)),
    ...wire(CreateActionItemRequest, (description) => ({ description })),
  },
});

agree("an action item's new description", {
  ...texts(500),
  judges: {
    aggregate: aggregate((description) => ActionItem.checkPatch({ description })),
    ...wire<string>(UpdateActionItemRequest, (description) => ({ description })),
  },
});

agree("a description of several action items", {
  ...texts(500),
  judges: {
    aggregate: aggregate((description) => ActionItem.createBatch([{ description }], () => birth)),
    ...wire<string>(CreateActionItemBatchRequest, (description) => ({ action_items: [{ description }] })),
  },
});

agree("the number of action items", {
  allowed: [0, 1, 49, 50],
  refused: [51],
  judges: {
    rule: (length) => checkListLength(length, limit("actionItemBatch")) === undefined,
    aggregate: aggregate((length) => ActionItem.createBatch(described(length), () => birth)),
    ...wire<number>(CreateActionItemBatchRequest, (length) => ({ action_items: described(length) })),
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
      rule: (value) => !(rule.read(value) instanceof ValidationFailure),
      aggregate: aggregate((value) =>
        Conversation.fromText({ text: "Hm", geolocation: { ...place, [name]: value } }, birth),
      ),
      ...wire(CreateConversationRequest, (value) => ({
        text: "Hm",
        geolocation: { latitude: 0, longitude: 0, [name]: value },
      })),
    },
  });
}

// Decision 4.10: counted after trimming, and so by the aggregate alone.
const { allowed, refused } = texts(500);
agree("a conversation's title", {
  allowed: [...allowed, ` ${emojis(500)} `],
  refused: [...refused, " ", ` ${emojis(501)}`],
  judges: { aggregate: aggregate((title) => checkConversationPatch({ title })) },
});

const goalBirth = { id: "g", creation: "c", userId: "ada", now: birth.now };
const aNewGoal = Goal.create({ title: "Run" }, goalBirth);

agree("a goal's title", {
  ...texts(500),
  judges: {
    aggregate: aggregate((title) => Goal.create({ title }, goalBirth)),
    patch: aggregate((title) => aNewGoal.edit({ title }, birth.now)),
    ...wire(CreateGoalRequest, (title) => ({ title })),
  },
});

agree("a goal's changed title", {
  ...texts(500),
  judges: wire(UpdateGoalRequest, (title) => ({ title })),
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
      rule: (value) => !(limit("goalText").read(value) instanceof ValidationFailure),
      aggregate: aggregate((value) => Goal.create({ title: "Run", [field]: value }, goalBirth)),
      patch: aggregate((value) => aNewGoal.edit({ [field]: value }, birth.now)),
      ...wire(CreateGoalRequest, (value) => ({ title: "Run", [wireField]: value })),
    },
  });
  agree(`a goal's changed ${field}`, {
    ...prose,
    judges: wire(UpdateGoalRequest, (value) => ({ [wireField]: value })),
  });
}

const criteria = (length: number) => Array.from({ length }, () => "🌱");
const numbersOfCriteria = { allowed: [0, 1, 19, 20], refused: [21] };

const tags = (length: number) => Array.from({ length }, () => "🌱");

agree("the number of a memory's tags", {
  allowed: [0, 1, 99, 100],
  refused: [101],
  judges: {
    rule: (length) => !(limit("memoryTags").read(tags(length)) instanceof ValidationFailure),
    aggregate: aggregate((length) => Memory.create({ content: "a", tags: tags(length) }, memoryBirth)),
    patch: aggregate((length) => Memory.checkPatch({ tags: tags(length) })),
    ...wire<number>(CreateMemoryRequest, (length) => ({ content: "a", tags: tags(length) })),
  },
});

agree("a memory's tag", {
  allowed: ["", "a", emojis(1), "a".repeat(99), "a".repeat(100), emojis(100)],
  refused: ["a".repeat(101), emojis(101)],
  judges: {
    aggregate: aggregate((tag) => Memory.create({ content: "a", tags: [tag] }, memoryBirth)),
    ...wire(UpdateMemoryRequest, (tag) => ({ tags: [tag] })),
  },
});

agree("the number of a goal's criteria", {
  ...numbersOfCriteria,
  judges: {
    rule: (length) => !(limit("goalCriteria").read(criteria(length)) instanceof ValidationFailure),
    aggregate: aggregate((length) => Goal.create({ title: "Run", successCriteria: criteria(length) }, goalBirth)),
    patch: aggregate((length) => aNewGoal.edit({ successCriteria: criteria(length) }, birth.now)),
    ...wire<number>(CreateGoalRequest, (length) => ({ title: "Run", success_criteria: criteria(length) })),
  },
});

agree("the number of a goal's changed criteria", {
  ...numbersOfCriteria,
  judges: wire<number>(UpdateGoalRequest, (length) => ({ success_criteria: criteria(length) })),
});

agree("the days of a goal's history", {
  allowed: [1, 2, 364, 365],
  refused: [0, 366, -1],
  judges: {
    rule: (days) => !(finite(limit("goalHistoryDays")).read(days) instanceof ValidationFailure),
    ...wire<number>(GoalHistoryParameters, (days) => ({ days })),
  },
});

agree("a search query", {
  allowed: ["a", emojis(1), "a".repeat(10_000)],
  refused: [""],
  judges: {
    rule: (query) => !(limit("searchQuery").read(query) instanceof ValidationFailure),
    ...wire<string>(SearchMemoriesParameters, (query) => ({ query })),
  },
});

agree("the limit of a search", {
  allowed: [1, 2, 99, 100],
  refused: [-1, 0, 101],
  judges: {
    rule: (most) => !(finite(limit("searchLimit")).read(most) instanceof ValidationFailure),
    ...wire<number>(SearchMemoriesParameters, (most) => ({ query: "a", limit: most })),
  },
});

/** Decision 2.8: as everything else that is too long, it is refused as a misfit. */
function isHeeded(key: string): boolean {
  try {
    return (
      readIdempotencyKey({ method: "POST", credential: "keyOrToken" }, { headers: { "idempotency-key": key } }) === key
    );
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return false;
    throw error;
  }
}

agree("an Idempotency-Key", {
  ...texts(255),
  judges: {
    rule: (key) => !(limit("idempotencyKey").read(key) instanceof ValidationFailure),
    "HTTP parser": (key) => isHeeded(key),
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
    rule: (name) => !(limit("apiKeyName").read(name) instanceof ValidationFailure),
    aggregate: aggregate((name) =>
      ApiKey.create({ name, scopes: null }, { ...birth, digest: "digest", keyPrefix: "mneme_dev_" }),
    ),
    ...wire(CreateApiKeyRequest, (name) => ({ name })),
  },
});

const appBirth = { id: "a", ownerId: "ada", now: birth.now, digest: "digest", sealedSigningSecret: "sealed" };
const policy = { isPlainHttpAllowed: false };

agree("an app's name", {
  ...texts(100),
  judges: {
    rule: (name) => !(limit("appName").read(name) instanceof ValidationFailure),
    aggregate: aggregate((name) => App.create({ name }, appBirth, policy)),
    patch: aggregate((name) => anApp().edit({ name }, birth.now, policy)),
    ...wire(RegisterAppRequest, (name) => ({ name })),
  },
});

agree("an app's changed name", { ...texts(100), judges: wire(UpdateAppRequest, (name) => ({ name })) });

agree("an app's description", {
  allowed: ["", "a", emojis(1), "a".repeat(499), "a".repeat(500), emojis(500)],
  refused: ["a".repeat(501), emojis(501)],
  judges: {
    rule: (description) => !(limit("appDescription").read(description) instanceof ValidationFailure),
    aggregate: aggregate((description) => App.create({ name: "App", description }, appBirth, policy)),
    patch: aggregate((description) => anApp().edit({ description }, birth.now, policy)),
    ...wire(RegisterAppRequest, (description) => ({ name: "App", description })),
  },
});

const addressOf = (length: number) => "https://garden.example/".padEnd(length, "a");
const integrationAt = (webhookUrl: string) => ({ triggersOn: "transcript_processed", webhookUrl }) as const;

agree("a webhook's address", {
  allowed: [addressOf(2047), addressOf(2048)],
  refused: ["", addressOf(2049)],
  judges: {
    rule: (url) => !(limit("webhookUrl").read(url) instanceof ValidationFailure),
    aggregate: aggregate((url) =>
      App.create({ name: "App", externalIntegration: integrationAt(url) }, appBirth, policy),
    ),
    patch: aggregate((url) => anApp().edit({ externalIntegration: integrationAt(url) }, birth.now, policy)),
    ...wire(ExternalIntegrationDto, (url) => ({ triggers_on: "transcript_processed", webhook_url: url })),
  },
});

const aUser = User.create({ id: "ada", now: birth.now });

agree("a user's display name", {
  ...upTo255,
  judges: {
    rule: (name) => !(limit("displayName").read(name) instanceof ValidationFailure),
    aggregate: aggregate((displayName) => User.create({ id: "ada", displayName, now: birth.now })),
    patch: aggregate((displayName) => aUser.edit({ displayName })),
    ...wire<string>(UpdateProfileRequest, (name) => ({ display_name: name })),
  },
});

agree("a user's id", {
  ...texts(255),
  judges: {
    rule: (id) => !(limit("userId").read(id) instanceof ValidationFailure),
    aggregate: aggregate((id) => User.create({ id, displayName: "Ada", now: birth.now })),
  },
});

for (const name of ["conversationTitle", "goalTitle"] as const) {
  agree(`${name} as declared`, {
    ...texts(500),
    judges: { rule: (title) => !(textOf(limit(name)).read(title) instanceof ValidationFailure) },
  });
}

/** Limits that are clamped, not refused (decisions 4.7, 5.1, 6.1, 7.3). */
for (const [name, shape, usual, most] of [
  ["conversationPageSize", ListConversationsParameters, 25, 200],
  ["memoryPageSize", ListMemoriesParameters, 25, 1000],
  ["actionItemPageSize", ListActionItemsParameters, 100, 1000],
  ["goalPageSize", ListGoalsParameters, 10, 100],
  ["askPageSize", AskRequest, 10, 50],
  ["apiKeyPageSize", ListApiKeysParameters, 1000, 1000],
  ["appPageSize", ListAppsParameters, 100, 1000],
  ["webhookDeliveryPageSize", ListWebhookDeliveriesParameters, 100, 1000],
  ["notificationPageSize", ListNotificationsParameters, 25, 200],
] as const) {
  describe(`The limit ${name}`, () => {
    const sizeOf = (asked: object): unknown =>
      (parseInput(shape as DtoClass<object>, "query", { question: "a", ...asked }, neutralNaming) as { limit?: number })
        .limit;

    it("has the documented values, and the DTO clamps requests to them", () => {
      expect(limit(name)).to.deep.equal({ defaultLimit: usual, maxLimit: most });
      const asked = [-1, 0, 1, most - 1, most, most + 1];
      expect(asked.map((size) => sizeOf({ limit: size }))).to.deep.equal([1, 1, 1, most - 1, most, most]);
      expect(sizeOf({})).to.equal(usual);
    });
  });
}

describe("The maximum number of installations per user", () => {
  it("has the documented value", () => {
    expect(limit("MAX_INSTALLATIONS")).to.equal(50);
  });
});

describe("The maximum number of push targets per user", () => {
  it("has the documented value", () => {
    expect(limit("MAX_PUSH_TARGETS")).to.equal(20);
  });
});

describe("The maximum number of replies and the retention of quota windows", () => {
  it("have the documented values", () => {
    expect([limit("MAX_REPLIES"), limit("QUOTA_WINDOW_RETENTION_MS")]).to.deep.equal([20, 60_000]);
  });
});

agree("a session's id in a path", {
  ...texts(200),
  judges: wire(SessionPathParameters, (id) => ({ client_session_id: id })),
});

agree("the offset of live segments", {
  allowed: [0, 1, 19_999, 20_000],
  refused: [-1, 20_001],
  judges: {
    rule: (offset) => !(finite(limit("sessionOffset")).read(offset) instanceof ValidationFailure),
    aggregate: aggregate((offset) => checkLiveSegments({ segments: segments(1), offset })),
    ...wire<number>(AppendSegmentsRequest, (offset) => ({ transcript_segments: segments(1), offset })),
  },
});

describe("The limits of a live session", () => {
  it("have the documented values", () => {
    expect([limit("MAX_SESSION_SEGMENTS"), limit("MAX_SESSION_LENGTH")]).to.deep.equal([20_000, 10_000_000]);
  });
});

const asks = (notification: object): boolean =>
  parseWebhookResponse(JSON.stringify({ session_id: "s", notification }), "s").kind === "notification";

agree("the prompt in a webhook response", {
  allowed: ["a".repeat(5), emojis(5), "a".repeat(8000), emojis(8000)],
  refused: ["", "a".repeat(4), emojis(4), "a".repeat(8001), emojis(8001)],
  judges: {
    rule: (prompt) => !(limit("webhookPrompt").read(prompt) instanceof ValidationFailure),
    aggregate: (prompt) => asks({ prompt }),
  },
});

agree("a variable in a webhook response", {
  allowed: ["", "a", "a".repeat(64), emojis(64)],
  refused: ["a".repeat(65), emojis(65)],
  judges: {
    rule: (name) => !(limit("webhookParams").read([name]) instanceof ValidationFailure),
    aggregate: (name) => asks({ prompt: "Drink water", params: [name] }),
  },
});

describe("The limits of proactive notifications", () => {
  it("have the documented values", () => {
    expect([
      limit("MIN_PROACTIVE_INTERVAL_MS"),
      limit("MAX_CHAT_MESSAGES"),
      limit("MIN_NOTIFICATION_LENGTH"),
    ]).to.deep.equal([30_000, 10, 5]);
  });
});

describe("The limits of the HTTP adapter", () => {
  it("have the documented values", () => {
    expect([limit("MAX_CONVERSATION_BODY_BYTES"), limit("MAX_BODY_BYTES")]).to.deep.equal([2_097_152, 524_288]);
    expect([limit("MAX_JSON_DEPTH"), limit("MAX_REPORTED_VIOLATIONS")]).to.deep.equal([32, 100]);
    expect([limit("DEFAULT_SEARCH_LIMIT"), limit("DEFAULT_GOAL_HISTORY_DAYS")]).to.deep.equal([10, 30]);
    expect(limit("TEXT_CONVERSATION_MINUTES")).to.equal(5);
    expect(limit("MAX_NOTIFICATION_BODY_BYTES")).to.equal(65_536);
    expect(limit("MAX_WEBHOOK_RESPONSE_BYTES")).to.equal(65_536);
    expect(limit("MAX_TRANSCRIPT_PAGE_BYTES")).to.equal(67_108_864);
  });
});

/** Whether the summary result that has these parts keeps them as they are. */
const keeps = (parts: Partial<SummaryResult>): boolean => {
  const summaryResult = {
    ...EMPTY_SUMMARY,
    title: "Plans",
    overview: "They plan.",
    actionItems: [],
    memories: [],
    discard: false,
  };
  const { result: kept } = validateSummaryResult({ ...summaryResult, ...parts }, Transcript.create("c", segments(1)));
  return isDeepStrictEqual({ ...kept, ...parts }, kept);
};
const anEvent = { title: "Tea", start: birth.now, description: "", duration: 30, created: false, segmentIds: ["c-0"] };

agree("the title of a summary", {
  allowed: ["a", "a".repeat(limit("MAX_SUMMARY_TITLE_LENGTH")), emojis(limit("MAX_SUMMARY_TITLE_LENGTH"))],
  refused: ["a".repeat(501), emojis(501)],
  judges: { "summary validation": (title) => keeps({ title }) },
});

agree("the overview of a summary", {
  allowed: ["a", "a".repeat(limit("MAX_OVERVIEW_LENGTH")), emojis(limit("MAX_OVERVIEW_LENGTH"))],
  refused: ["a".repeat(5_001), emojis(5_001)],
  judges: { "summary validation": (overview) => keeps({ overview }) },
});

agree("the emoji of a summary", {
  ...texts(32),
  judges: {
    rule: (emoji) => !(limit("summaryEmoji").read(emoji) instanceof ValidationFailure),
    "summary validation": (emoji) => keeps({ emoji }),
  },
});

agree("the title of an event", {
  ...texts(500),
  judges: {
    rule: (title) => !(limit("eventTitle").read(title) instanceof ValidationFailure),
    "summary validation": (title) => keeps({ events: [{ ...anEvent, title }] }),
  },
});

agree("the description of an event", {
  allowed: ["", "a".repeat(2_000), emojis(2_000)],
  refused: ["a".repeat(2_001), emojis(2_001)],
  judges: {
    rule: (description) => !(limit("eventDescription").read(description) instanceof ValidationFailure),
    "summary validation": (description) => keeps({ events: [{ ...anEvent, description }] }),
  },
});

agree("the minutes of an event", {
  allowed: [0, 1, 527_040],
  refused: [-1, 527_041, NaN, Infinity],
  judges: {
    rule: (minutes) => !(finite(limit("eventMinutes")).read(minutes) instanceof ValidationFailure),
    "summary validation": (duration) => keeps({ events: [{ ...anEvent, duration }] }),
  },
});

describe("The limits", () => {
  it("are all covered by this file", () => {
    expect(Object.keys(limits).filter((name) => !judged.has(name))).to.deep.equal([]);
  });
});
