import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { ActionItem } from "../../../src/domain/action-item/action-item.js";
import { ApiKey } from "../../../src/domain/user/api-key.js";
import { Conversation } from "../../../src/domain/conversation/conversation.js";
import type { ConversationState } from "../../../src/domain/conversation/conversation-state.js";
import { Folder } from "../../../src/domain/folder/folder.js";
import { ValidationFailure } from "../../../src/domain/rules.js";
import { User } from "../../../src/domain/user/user.js";
import type { ConversationView } from "../../../src/ports/driving/conversations.js";
import {
  CreatedApiKeyResponse,
  toCreatedApiKeyResponse,
  CreateApiKeyRequest,
  ApiKeyResponse,
  toApiKeyResponse,
  toNewApiKey,
} from "../../../src/adapters/http/resources/api-keys/api-keys.dto.js";
import {
  ConversationResponse,
  toConversationResponse,
  toConversationPatch,
  CreateConversationFromSegmentsRequest,
  CreateConversationRequest,
  toConversationReceiptResponse,
  ConversationDetailResponse,
  toConversationDetailResponse,
  ListConversationsParameters,
  toConversationListQuery,
  toNewSegmentsConversation,
  toNewTextConversation,
  UpdateConversationRequest,
} from "../../../src/adapters/http/resources/conversations/conversations.dto.js";
import { createValidationError, HttpError } from "../../../src/adapters/http/kernel/errors.js";
import { parseInput, createSchema, type DtoClass } from "../../../src/adapters/http/kernel/dto-fields.js";
import { FolderResponse, toFolderResponse } from "../../../src/adapters/http/resources/folders/folders.dto.js";
import { parseQuery } from "../../../src/adapters/http/kernel/query-string.js";
import {
  ProfileResponse,
  toProfileResponse,
  toProfilePatch,
  UpdateProfileRequest,
} from "../../../src/adapters/http/resources/users/users.dto.js";
import { neutralNaming, omiNaming, type NamingProfile } from "../../../src/adapters/http/kernel/naming-profile.js";

const now = new Date("2024-01-02T03:04:05.678Z");
const birth = { id: "c1", userId: "u1", now, leaseMs: 1_000 };

function input<T extends object>(shape: DtoClass<T>, raw: object, names: NamingProfile = neutralNaming): T {
  const value = parseInput(shape, "body", raw, names);
  expect(value).to.be.instanceOf(shape);
  return value as T;
}

const list = (query: string): ListConversationsParameters => input(ListConversationsParameters, parseQuery(query));

function expectFits(shape: DtoClass<object>, body: unknown, names: NamingProfile = neutralNaming): void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schema = { ...createSchema(shape, names), additionalProperties: false };
  expect(ajv.validate(schema, body), ajv.errorsText()).to.equal(true);
}

function aView(change: Partial<ConversationState> = {}, view: Partial<ConversationView> = {}): ConversationView {
  const place = { latitude: 1, longitude: 2, address: null, mapPlaceId: "p", locationType: null };
  const { conversation, transcript } = Conversation.fromSegments(
    {
      segments: [
        { text: "hello", start: 0, end: 1.5, isUser: true },
        { text: "hi", start: 2, end: 3, speakerId: 4 },
      ],
      source: "vendor_device_02",
      geolocation: place,
    },
    birth,
  );
  return {
    conversation: Conversation.restore({ ...conversation.state, ...change }),
    actionItems: [],
    folderName: null,
    transcript,
    userName: "Ada",
    ...view,
  };
}

const summary = {
  title: "A talk",
  overview: "They greeted.",
  category: "social",
  emoji: "👋",
  events: [{ title: "Lunch", start: now, description: "", duration: 30, created: false, segmentIds: ["c1-0"] }],
} as const;

describe("Conversation request DTOs", () => {
  it("are mapped to the application's input for text", () => {
    const raw = {
      text: "hi",
      started_at: "2024-01-02",
      geolocation: { latitude: "1", longitude: 2, google_place_id: "g" },
    };
    expect(toNewTextConversation(input(CreateConversationRequest, raw, omiNaming))).to.deep.equal({
      text: "hi",
      startedAt: new Date("2024-01-02T00:00:00Z"),
      finishedAt: null,
      geolocation: { latitude: 1, longitude: 2, address: null, mapPlaceId: "g", locationType: null },
      textSource: "other_text",
      textSourceSpec: null,
    });
  });

  it("are mapped to the application's input for segments", () => {
    const raw = { transcript_segments: [{ text: "a", start: "0", end: 1 }], source: "omi", session_id: "s" };
    expect(toNewSegmentsConversation(input(CreateConversationFromSegmentsRequest, raw, omiNaming))).to.deep.equal({
      segments: [{ text: "a", start: 0, end: 1, isUser: false, personId: null, speaker: null, speakerId: null }],
      startedAt: null,
      finishedAt: null,
      geolocation: null,
      source: "vendor_device_02",
      clientDeviceId: null,
      clientPlatform: null,
      clientSessionId: "s",
    });
  });

  it("distinguish an omitted language from an explicit one", () => {
    const told = (named: object) =>
      toNewTextConversation(input(CreateConversationRequest, { text: "a", ...named })).language;
    expect([told({}), told({ language: null }), told({ language: "en" })]).to.deep.equal([undefined, null, "en"]);
  });

  it("prefer session_id over its alias client_id", () => {
    const raw = { transcript_segments: [{ text: "a", start: 0, end: 1 }], client_id: "c", session_id: "s" };
    expect(input(CreateConversationFromSegmentsRequest, raw).client_session_id).to.equal("s");
    expect(
      input(CreateConversationFromSegmentsRequest, { ...raw, client_session_id: null }).client_session_id,
    ).to.equal(null);
  });

  it("are mapped to a patch with only the given fields", () => {
    expect(toConversationPatch(input(UpdateConversationRequest, {}))).to.deep.equal({});
    expect(
      toConversationPatch(input(UpdateConversationRequest, { title: null, folder_id: null, starred: "yes" })),
    ).to.deep.equal({
      title: null,
      folderId: null,
      starred: true,
    });
  });
});

describe("The conversation list query", () => {
  it("defaults to the first page", () => {
    expect(toConversationListQuery(list(""))).to.deep.equal({
      filter: {},
      page: { limit: 25, offset: 0 },
      includeTranscript: false,
      includeTotal: false,
    });
  });

  it("maps filters and page parameters", () => {
    const query = "start_date=2024-01-02&categories=work,,health&folder_id=f&starred=0&status=failed&limit=7&total=1";
    expect(toConversationListQuery(list(query))).to.deep.equal({
      filter: {
        status: "failed",
        from: new Date("2024-01-02T00:00:00Z"),
        categories: ["work", "health"],
        folderId: "f",
        starred: false,
      },
      page: { limit: 7, offset: 0 },
      includeTranscript: false,
      includeTotal: true,
    });
  });

  it("clamps limit and offset to their bounds", () => {
    const stretch = (query: string): unknown => toConversationListQuery(list(query)).page;
    expect(stretch("limit=0&offset=-5")).to.deep.equal({ limit: 1, offset: 0 });
    expect(stretch(`limit=${"9".repeat(4_000)}&offset=${"9".repeat(400)}`)).to.deep.equal({
      limit: 200,
      offset: Number.MAX_SAFE_INTEGER,
    });
  });

  it("rejects an unknown status and names the field", () => {
    const refused = parseInput(ListConversationsParameters, "query", parseQuery("status=deleting"), neutralNaming);
    expect(refused).to.be.instanceOf(ValidationFailure);
    expect(createValidationError((refused as ValidationFailure).violations).detail).to.deep.equal([
      {
        loc: ["query", "status"],
        type: "enum",
        msg: "Input should be 'in_progress', 'processing', 'completed' or 'failed'",
      },
    ]);
  });

  it("rejects an unknown category and names it", () => {
    expect(() => toConversationListQuery(list("categories=work,Nonsense")))
      .to.throw(HttpError, "Invalid category 'Nonsense'")
      .with.property("status", 400);
  });
});

describe("Conversation response DTOs", () => {
  it("contain null for every missing optional field", () => {
    const bare = aView({ source: null, geolocation: null, language: null }, { transcript: null });
    expect(toConversationResponse(bare, neutralNaming)).to.deep.equal({
      id: "c1",
      created_at: "2024-01-02T03:04:05.678Z",
      started_at: "2024-01-02T03:04:05.678Z",
      finished_at: "2024-01-02T03:04:08.678Z",
      structured: { title: "", overview: "", category: "other", emoji: "🧠", action_items: [], events: [] },
      folder_id: null,
      folder_name: null,
      geolocation: null,
      language: null,
      source: null,
      transcript_segments: null,
      status: "processing",
    });
    expectFits(ConversationResponse, toConversationResponse(bare, neutralNaming));
  });

  it("use the field names of the naming profile", () => {
    const place = { latitude: 1, longitude: 2, address: null, location_type: null };
    expect(toConversationResponse(aView(), neutralNaming)).to.deep.include({
      source: "vendor_device_02",
      geolocation: { ...place, map_place_id: "p" },
    });
    expect(toConversationResponse(aView(), omiNaming)).to.deep.include({
      source: "omi",
      geolocation: { ...place, google_place_id: "p" },
    });
  });

  it("contain the speaker names", () => {
    expect(toConversationResponse(aView(), neutralNaming).transcript_segments).to.deep.equal([
      { id: "c1-0", text: "hello", start: 0, end: 1.5, speaker_id: 0, speaker_name: "Ada" },
      { id: "c1-1", text: "hi", start: 2, end: 3, speaker_id: 4, speaker_name: "Speaker 4" },
    ]);
  });

  it("contain the state and segment IDs only in the detail response", () => {
    const item = ActionItem.fromExtraction(
      { description: "Call Bo", dueAt: null, segmentIds: ["c1-1"] },
      { id: "a1", userId: "u1", conversationId: "c1", position: 0, saidAt: now, now },
    );
    const view = aView({ status: "completed", summary, edits: { starred: true } }, { actionItems: [item] });
    const detailed = toConversationDetailResponse(view, omiNaming);
    expect(detailed).to.include({ status: "completed", discarded: false, discard_reason: null, starred: true });
    expect(detailed.structured.action_items[0]).to.deep.include({ id: "a1", completed: false, segment_ids: ["c1-1"] });
    expect(detailed.structured.events[0]).to.deep.include({ start: now.toISOString(), segment_ids: ["c1-0"] });
    expectFits(ConversationDetailResponse, detailed, omiNaming);
    const listed = toConversationResponse(view, omiNaming);
    expect(listed.status).to.equal("completed");
    expect(listed).not.to.have.any.keys("discarded", "discard_reason", "starred");
    expect(listed.structured.action_items[0]).not.to.have.property("segment_ids");
    expectFits(ConversationResponse, listed, omiNaming);
  });

  it("contain three fields for a creation receipt", () => {
    expect(toConversationReceiptResponse({ id: "c1", discarded: false, status: "completed" })).to.deep.equal({
      discarded: false,
      id: "c1",
      status: "completed",
    });
  });
});

describe("Other response DTOs", () => {
  it("contain an API key's secret only on creation", () => {
    const made = toNewApiKey(input(CreateApiKeyRequest, { name: "n", scopes: ["goals:read"] }));
    const key = ApiKey.create(made, { id: "k1", userId: "u1", now, digest: "d", keyPrefix: "mneme_dev_abcd...wxyz" });
    expect(toApiKeyResponse(key)).to.deep.equal({
      id: "k1",
      name: "n",
      key_prefix: "mneme_dev_abcd...wxyz",
      scopes: ["goals:read"],
      created_at: now.toISOString(),
      last_used_at: null,
    });
    expectFits(ApiKeyResponse, toApiKeyResponse(key.markUsed(now)));
    expectFits(CreatedApiKeyResponse, toCreatedApiKeyResponse({ key, secret: "mneme_dev_0" }));
    expect(toNewApiKey(input(CreateApiKeyRequest, { name: "n" }))).to.deep.equal({ name: "n", scopes: null });
  });

  it("contain folders with their conversation counts", () => {
    const [folder] = Folder.createSystemFolders("u1", now, (name) => name);
    if (!folder) throw new Error("no folder");
    const body = toFolderResponse({ folder, conversationCount: 3 });
    expect(body).to.include({ id: "Work", conversation_count: 3, is_system: true, description: null, order: 0 });
    expectFits(FolderResponse, body);
  });

  it("contain the profile", () => {
    const body = toProfileResponse(User.create({ id: "u1", displayName: "Ada", now }));
    expect(body).to.deep.equal({ id: "u1", display_name: "Ada", time_zone: "UTC" });
    expectFits(ProfileResponse, body);
    expect(toProfilePatch(input(UpdateProfileRequest, { time_zone: "Europe/Berlin" }))).to.deep.equal({
      timeZone: "Europe/Berlin",
    });
  });
});
