import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH, type ConversationReceipt } from "../../support/conversation-requests.js";
import {
  aModelAnswer,
  FakeModelEndpoint,
  replyWithJson,
  type ModelRequest,
} from "../../support/fake-model-endpoint.js";
import { startService, type TestService } from "../../support/service.js";

const memories = "/v1/dev/user/memories";

interface WireMemory {
  readonly id: string;
  readonly content: string;
}

interface WireFormer {
  readonly id: string;
  readonly content: string;
  readonly category: string;
  readonly created_at: string;
  readonly superseded_at: string;
  readonly sources: readonly { readonly conversation_id: string; readonly segment_ids: readonly string[] }[];
}

/** What the model was shown beside the transcript. */
const shownIn = ({ messages }: ModelRequest): string => messages[1]?.content ?? "";

describe("a fact that supersedes a known memory, with a model", () => {
  let endpoint: FakeModelEndpoint;
  let service: TestService;
  let client: ApiClient;

  beforeEach(async () => {
    endpoint = await FakeModelEndpoint.open();
    service = await startService({ MNEME_LLM_BASE_URL: endpoint.url, MNEME_LLM_MODEL: "double" });
    client = await service.clientWithKey("ada", [
      "conversations:read",
      "conversations:write",
      "memories:read",
      "memories:write",
    ]);
  });
  afterEach(async () => {
    await service.close();
    await endpoint.close();
  });

  const hear = async (started_at: string, text: string, ...facts: readonly object[]): Promise<string> => {
    endpoint.setDefaultReply(
      replyWithJson(() =>
        aModelAnswer({
          memories: facts.map((fact) => ({ category: "core", segments: [0], supersedes: null, ...fact })),
        }),
      ),
    );
    const segments = [{ text, start: 0, end: 5, is_user: true }];
    const body = { transcript_segments: segments, started_at };
    const { id, status } = (await client.post(`${CONVERSATIONS_PATH}/from-segments`, body)).body as ConversationReceipt;
    expect(status).to.equal("completed");
    return id;
  };
  const listed = async () => (await client.get(memories)).body as WireMemory[];
  const historyOf = async (id: string) => (await client.get(`${memories}/${id}/history`)).body as WireFormer[];
  const only = async (): Promise<WireMemory> => {
    const [memory, ...others] = await listed();
    if (!memory || others.length > 0) throw new Error(`there are ${others.length + 1} memories`);
    return memory;
  };

  it("replaces the memory, keeps it in the history and gives it back when the conversation is deleted", async () => {
    const first = await hear("2026-01-01T09:00:00Z", "I live in Paris.", { fact: "Lives in Paris" });
    const old = await only();
    expect(await historyOf(old.id)).to.deep.equal([]);
    const second = await hear("2026-02-01T09:00:00Z", "I moved to Rome.", { fact: "Lives in Rome", supersedes: 1 });

    const asked = endpoint.requests.at(-1) as ModelRequest;
    expect(shownIn(asked)).to.match(
      /^(=== .+ ===)\n\(1\) Lives in Paris\n\1\n\n\1\n\[0\] ada \(the user\): I moved to Rome\.\n\1$/,
    );
    expect(asked.messages[0]?.content).not.to.include("Paris");
    expect(JSON.stringify(asked)).not.to.include(old.id);

    const memory = await only();
    expect(memory.content).to.equal("Lives in Rome");
    const [former, ...more] = await historyOf(memory.id);
    expect(more).to.deep.equal([]);
    expect(former).to.deep.include({
      content: "Lives in Paris",
      category: "core",
      created_at: "2026-01-01T09:00:00.000Z",
      sources: [{ conversation_id: first, segment_ids: [`${first}-0`] }],
    });
    expect((await client.get(`${memories}/${old.id}`)).status).to.equal(404);
    const found = (await client.get(`${memories}/vector/search?query=Paris`)).body as { items: WireMemory[] };
    expect(found.items.map(({ content }) => content)).not.to.include("Lives in Paris");

    await client.delete(`${CONVERSATIONS_PATH}/${second}`);
    expect(await only()).to.deep.equal(old);
  });

  it("leaves no trace of the older conversation after its deletion", async () => {
    const first = await hear("2026-01-01T09:00:00Z", "I live in Xanadu.", { fact: "Lives in Xanadu" });
    await hear("2026-02-01T09:00:00Z", "I moved to Rome.", { fact: "Lives in Rome", supersedes: 1 });
    await client.delete(`${CONVERSATIONS_PATH}/${first}`);
    const memory = await only();
    expect([memory.content, await historyOf(memory.id)]).to.deep.equal(["Lives in Rome", []]);
    const files = await readdir(service.directory);
    const bytes = await Promise.all(files.map((file) => readFile(join(service.directory, file), "latin1")));
    expect(bytes.join("")).to.include("Lives in Rome").and.not.to.include("Xanadu");
  });

  it("is deleted with its history and stays deleted after reprocessing", async () => {
    const first = await hear("2026-01-01T09:00:00Z", "I live in Xanadu.", { fact: "Lives in Xanadu" });
    const claim = { fact: "Lives in Rome", supersedes: 1 };
    const second = await hear("2026-02-01T09:00:00Z", "I moved to Rome.", claim);
    const { id } = await only();
    await client.delete(`${memories}/${id}`);
    expect((await client.get(`${memories}/${id}/history`)).status).to.equal(404);
    await client.post(`${CONVERSATIONS_PATH}/${second}/reprocess`);
    endpoint.setDefaultReply(
      replyWithJson(() => aModelAnswer({ memories: [{ fact: "Lives in Xanadu", category: "core", segments: [0] }] })),
    );
    await client.post(`${CONVERSATIONS_PATH}/${first}/reprocess`);
    expect(await listed()).to.deep.equal([]);
  });

  it("does not replace a memory written by the user, which the model sees without a number", async () => {
    await client.post(memories, { content: "Lives in Paris" });
    await hear("2026-02-01T09:00:00Z", "I moved to Rome.", { fact: "Lives in Rome", supersedes: 1 });
    expect(shownIn(endpoint.requests.at(-1) as ModelRequest)).to.include("\n- Lives in Paris\n");
    expect((await listed()).map(({ content }) => content).sort()).to.deep.equal(["Lives in Paris", "Lives in Rome"]);
  });

  it("is merged with an equal memory and gains its conversation as a source", async () => {
    const first = await hear("2026-01-01T09:00:00Z", "I live in Paris.", { fact: "Lives in Paris" });
    await hear("2026-02-01T09:00:00Z", "Paris is still my home.", { fact: "Lives in Paris", supersedes: 1 });
    await client.delete(`${CONVERSATIONS_PATH}/${first}`);
    expect((await only()).content).to.equal("Lives in Paris");
  });

  it("leaves an unrelated memory even when the model says that it supersedes it", async () => {
    await hear("2026-01-01T09:00:00Z", "Penicillin is not for me.", { fact: "Is allergic to penicillin" });
    await hear("2026-02-01T09:00:00Z", "I learn the cello.", { fact: "Is learning the cello", supersedes: 1 });
    expect((await listed()).map(({ content }) => content).sort()).to.deep.equal([
      "Is allergic to penicillin",
      "Is learning the cello",
    ]);
  });

  it("lets the user restore the superseded memory by ID, which is not superseded again", async () => {
    await hear("2026-01-01T09:00:00Z", "I live in Paris.", { fact: "Lives in Paris" });
    const old = await only();
    const second = await hear("2026-02-01T09:00:00Z", "I moved to Rome.", { fact: "Lives in Rome", supersedes: 1 });
    const { id: newer } = await only();
    const [former] = await historyOf(newer);
    expect(former?.id).to.equal(old.id);
    const restore = (key: string) =>
      client.post(`${memories}/${old.id}/restore`, undefined, { "Idempotency-Key": key });
    const { status, body } = await restore("restore");
    expect(status).to.equal(200);
    expect(body).to.include({ id: old.id, content: "Lives in Paris", reviewed: true, user_review: true });
    expect((await listed()).map(({ content }) => content).sort()).to.deep.equal(["Lives in Paris", "Lives in Rome"]);
    expect([await historyOf(newer), await historyOf(old.id)]).to.deep.equal([[], []]);
    const found = (await client.get(`${memories}/vector/search?query=Paris`)).body as { items: WireMemory[] };
    expect(found.items.map(({ content }) => content)).to.include("Lives in Paris");

    const repeated = await restore("restore");
    expect([repeated.headers.get("Idempotent-Replayed"), repeated.body]).to.deep.equal(["true", body]);
    expect((await restore("another")).body).to.deep.equal(body);
    await client.post(`${CONVERSATIONS_PATH}/${second}/reprocess`);
    await hear("2026-03-01T09:00:00Z", "Now it is Lima.", { fact: "Lives in Lima", supersedes: 1 });
    expect((await listed()).map(({ content }) => content)).to.include.members(["Lives in Paris"]);
  });

  it("returns 409 for a restore that duplicates a memory and 404 for an unknown ID", async () => {
    await hear("2026-01-01T09:00:00Z", "I live in Paris.", { fact: "Lives in Paris" });
    const old = await only();
    await hear("2026-02-01T09:00:00Z", "I moved to Rome.", { fact: "Lives in Rome", supersedes: 1 });
    await client.post(memories, { content: "lives in PARIS" });
    const refused = await client.post(`${memories}/${old.id}/restore`);
    expect([refused.status, refused.body]).to.deep.equal([409, { detail: "Another memory has this content" }]);
    const absent = await client.post(`${memories}/nowhere/restore`);
    expect([absent.status, absent.body]).to.deep.equal([404, { detail: "Memory not found" }]);
  });
});
