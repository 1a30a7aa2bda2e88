import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { ActionItem } from "../../../src/domain/action-item.js";
import { ApiKey } from "../../../src/domain/api-key.js";
import { Conversation, type ConversationState } from "../../../src/domain/conversation.js";
import { DomainError } from "../../../src/domain/errors.js";
import { Folder } from "../../../src/domain/folder.js";
import { Refused } from "../../../src/domain/rules.js";
import { User } from "../../../src/domain/user.js";
import type { ConversationView } from "../../../src/ports/driving/conversations.js";
import {
  CreatedKeyBody,
  createdKeyBody,
  CreateKey,
  KeyBody,
  keyBody,
  newApiKey,
} from "../../../src/adapters/http/api-keys.dto.js";
import {
  ConversationBody,
  conversationBody,
  conversationPatch,
  CreateFromSegments,
  CreateFromText,
  creationBody,
  DetailedConversationBody,
  detailedConversationBody,
  ListConversations,
  listing,
  newSegmentsConversation,
  newTextConversation,
  UpdateConversation,
} from "../../../src/adapters/http/conversations.dto.js";
import { CATEGORY_UNKNOWN } from "../../../src/adapters/http/errors.js";
import { read, schemaOf, type Class } from "../../../src/adapters/http/field.js";
import { FolderBody, folderBody } from "../../../src/adapters/http/folders.dto.js";
import { parseQuery } from "../../../src/adapters/http/query.js";
import { ProfileBody, profileBody, profilePatch, UpdateProfile } from "../../../src/adapters/http/users.dto.js";
import { neutral, omi, type WireNames } from "../../../src/adapters/http/wire-names.js";

const now = new Date("2024-01-02T03:04:05.678Z");
const birth = { id: "c1", userId: "u1", now, leaseMs: 1_000 };

function input<T extends object>(shape: Class<T>, raw: object, names: WireNames = neutral): T {
  const value = read(shape, "body", raw, names);
  expect(value).to.be.instanceOf(shape);
  return value as T;
}

const list = (query: string): ListConversations => input(ListConversations, parseQuery(query));

function expectFits(shape: Class<object>, body: unknown, names: WireNames = neutral): void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const schema = { ...schemaOf(shape, names), additionalProperties: false };
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

describe("a conversation from the wire", () => {
  it("from text becomes the core's input", () => {
    const raw = {
      text: "hi",
      started_at: "2024-01-02",
      geolocation: { latitude: "1", longitude: 2, google_place_id: "g" },
    };
    expect(newTextConversation(input(CreateFromText, raw, omi))).to.deep.equal({
      text: "hi",
      startedAt: new Date("2024-01-02T00:00:00Z"),
      finishedAt: null,
      geolocation: { latitude: 1, longitude: 2, address: null, mapPlaceId: "g", locationType: null },
      textSource: "other_text",
      textSourceSpec: null,
    });
  });

  it("from segments becomes the core's input", () => {
    const raw = { transcript_segments: [{ text: "a", start: "0", end: 1 }], source: "omi", session_id: "s" };
    expect(newSegmentsConversation(input(CreateFromSegments, raw, omi))).to.deep.equal({
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

  it("tells a language that is left out from one that is named", () => {
    const told = (named: object) => newTextConversation(input(CreateFromText, { text: "a", ...named })).language;
    expect([told({}), told({ language: null }), told({ language: "en" })]).to.deep.equal([undefined, null, "en"]);
  });

  it("prefers the documented name of its session", () => {
    const raw = { transcript_segments: [{ text: "a", start: 0, end: 1 }], client_id: "c", session_id: "s" };
    expect(input(CreateFromSegments, raw).client_session_id).to.equal("s");
    expect(input(CreateFromSegments, { ...raw, client_session_id: null }).client_session_id).to.equal(null);
  });

  it("is patched with what was named and nothing else", () => {
    expect(conversationPatch(input(UpdateConversation, {}))).to.deep.equal({});
    expect(
      conversationPatch(input(UpdateConversation, { title: null, folder_id: null, starred: "yes" })),
    ).to.deep.equal({
      title: null,
      folderId: null,
      starred: true,
    });
  });
});

describe("a list's query", () => {
  it("left out asks for the first page", () => {
    expect(listing(list(""))).to.deep.equal({
      filter: {},
      page: { limit: 25, offset: 0 },
      includeTranscript: false,
      withTotal: false,
    });
  });

  it("names filters and the stretch", () => {
    const query = "start_date=2024-01-02&categories=work,,health&folder_id=f&starred=0&status=failed&limit=7&total=1";
    expect(listing(list(query))).to.deep.equal({
      filter: {
        status: "failed",
        from: new Date("2024-01-02T00:00:00Z"),
        categories: ["work", "health"],
        folderId: "f",
        starred: false,
      },
      page: { limit: 7, offset: 0 },
      includeTranscript: false,
      withTotal: true,
    });
  });

  it("is drawn into the bounds of a page", () => {
    const stretch = (query: string): unknown => listing(list(query)).page;
    expect(stretch("limit=0&offset=-5")).to.deep.equal({ limit: 1, offset: 0 });
    expect(stretch(`limit=${"9".repeat(4_000)}&offset=${"9".repeat(400)}`)).to.deep.equal({
      limit: 200,
      offset: Number.MAX_SAFE_INTEGER,
    });
  });

  it("is refused for an unknown status, with the name of the field", () => {
    const refused = read(ListConversations, "query", parseQuery("status=deleting"), neutral);
    expect(refused).to.be.instanceOf(Refused);
    expect((refused as Refused).violations).to.deep.equal([
      {
        path: ["query", "status"],
        code: "enum",
        message: "Input should be 'in_progress', 'processing', 'completed' or 'failed'",
      },
    ]);
  });

  it("with an unknown category is refused by name", () => {
    expect(() => listing(list("categories=work,Nonsense")))
      .to.throw(DomainError, "Invalid category 'Nonsense'")
      .with.property("code", CATEGORY_UNKNOWN);
  });
});

describe("a conversation on the wire", () => {
  it("shows every optional field as null until there is something", () => {
    const bare = aView({ source: null, geolocation: null, language: null }, { transcript: null });
    expect(conversationBody(bare, neutral)).to.deep.equal({
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
    expectFits(ConversationBody, conversationBody(bare, neutral));
  });

  it("goes by the names of the wire's table", () => {
    const place = { latitude: 1, longitude: 2, address: null, location_type: null };
    expect(conversationBody(aView(), neutral)).to.deep.include({
      source: "vendor_device_02",
      geolocation: { ...place, map_place_id: "p" },
    });
    expect(conversationBody(aView(), omi)).to.deep.include({
      source: "omi",
      geolocation: { ...place, google_place_id: "p" },
    });
  });

  it("names who spoke", () => {
    expect(conversationBody(aView(), neutral).transcript_segments).to.deep.equal([
      { id: "c1-0", text: "hello", start: 0, end: 1.5, speaker_id: 0, speaker_name: "Ada" },
      { id: "c1-1", text: "hi", start: 2, end: 3, speaker_id: 4, speaker_name: "Speaker 4" },
    ]);
  });

  it("alone also shows its state, and where each derived item was said", () => {
    const item = ActionItem.extracted(
      { description: "Call Bo", dueAt: null, segmentIds: ["c1-1"] },
      { id: "a1", userId: "u1", conversationId: "c1", position: 0, saidAt: now, now },
    );
    const view = aView({ status: "completed", summary, edits: { starred: true } }, { actionItems: [item] });
    const detailed = detailedConversationBody(view, omi);
    expect(detailed).to.include({ status: "completed", discarded: false, discard_reason: null, starred: true });
    expect(detailed.structured.action_items[0]).to.deep.include({ id: "a1", completed: false, segment_ids: ["c1-1"] });
    expect(detailed.structured.events[0]).to.deep.include({ start: now.toISOString(), segment_ids: ["c1-0"] });
    expectFits(DetailedConversationBody, detailed, omi);
    const listed = conversationBody(view, omi);
    expect(listed.status).to.equal("completed");
    expect(listed).not.to.have.any.keys("discarded", "discard_reason", "starred");
    expect(listed.structured.action_items[0]).not.to.have.property("segment_ids");
    expectFits(ConversationBody, listed, omi);
  });

  it("just made is told in three fields", () => {
    expect(creationBody({ id: "c1", discarded: false, status: "completed" })).to.deep.equal({
      discarded: false,
      id: "c1",
      status: "completed",
    });
  });
});

describe("what else there is on the wire", () => {
  it("a key, with its secret only when it was just made", () => {
    const made = newApiKey(input(CreateKey, { name: "n", scopes: ["goals:read"] }));
    const key = ApiKey.create(made, { id: "k1", userId: "u1", now, digest: "d", keyPrefix: "mneme_dev_abcd...wxyz" });
    expect(keyBody(key)).to.deep.equal({
      id: "k1",
      name: "n",
      key_prefix: "mneme_dev_abcd...wxyz",
      scopes: ["goals:read"],
      created_at: now.toISOString(),
      last_used_at: null,
    });
    expectFits(KeyBody, keyBody(key.used(now)));
    expectFits(CreatedKeyBody, createdKeyBody({ key, secret: "mneme_dev_0" }));
    expect(newApiKey(input(CreateKey, { name: "n" }))).to.deep.equal({ name: "n", scopes: null });
  });

  it("folders", () => {
    const [folder] = Folder.systemSet("u1", now, (name) => name);
    if (!folder) throw new Error("no folder");
    const body = folderBody({ folder, conversationCount: 3 });
    expect(body).to.include({ id: "Work", conversation_count: 3, is_system: true, description: null, order: 0 });
    expectFits(FolderBody, body);
  });

  it("the profile", () => {
    const body = profileBody(User.create({ id: "u1", displayName: "Ada", now }));
    expect(body).to.deep.equal({ id: "u1", display_name: "Ada", time_zone: "UTC" });
    expectFits(ProfileBody, body);
    expect(profilePatch(input(UpdateProfile, { time_zone: "Europe/Berlin" }))).to.deep.equal({
      timeZone: "Europe/Berlin",
    });
  });
});
