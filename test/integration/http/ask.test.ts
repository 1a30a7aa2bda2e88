import { expect } from "chai";
import { apiScopes as allScopes } from "../../../src/domain/user/api-key.js";
import { REPLAYED_HEADER } from "../../../src/adapters/http/kernel/idempotent-response.js";
import type { ApiClient } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH as conversations,
  recordConversation,
  singleSegmentBody,
} from "../../support/conversation-requests.js";
import { serveEachTestWithNewUser, startService, type TestService } from "../../support/service.js";
import { findTextRemnants } from "../../support/text-remnants.js";

const path = "/v1/dev/user/ask";
const memories = "/v1/dev/user/memories";

interface Source {
  readonly conversation_id: string | null;
  readonly memory_id: string | null;
  readonly segment_ids: readonly string[];
  readonly text: string;
  readonly relevance_score: number;
}

interface AnsweredBody {
  readonly answer: string | null;
  readonly sources: readonly Source[];
}

async function ask(client: ApiClient, question: string, more: object = {}): Promise<AnsweredBody> {
  const { status, body } = await client.post(path, { question, ...more });
  expect(status).to.equal(200);
  return body as AnsweredBody;
}

const saidIn = ({ sources }: AnsweredBody): (string | null)[] => [
  ...new Set(sources.map(({ conversation_id: id }) => id)),
];

describe("POST /v1/dev/user/ask", () => {
  let service: TestService;
  let client: ApiClient;
  serveEachTestWithNewUser(allScopes, (newcomer) => ({ service, client } = newcomer));

  const fence = "We will paint the fence behind the house green in spring.";

  it("returns passages with their conversation and segments", async () => {
    const { id } = await recordConversation(client, singleSegmentBody(fence));
    const { answer, sources } = await ask(client, "What colour will the fence be?");
    expect(answer).to.equal(null);
    const said = sources.find(({ segment_ids: ids }) => ids.length > 0);
    expect(said).to.deep.equal({
      conversation_id: id,
      memory_id: null,
      segment_ids: [`${id}-0`],
      text: `Speaker 0: ${fence}`,
      relevance_score: said?.relevance_score,
    });
    expect(said?.relevance_score).to.be.within(0, 1);
  });

  it("returns memories as sources too", async () => {
    const memory = (await client.post(memories, { content: "Paints fences for a living" })).body as { id: string };
    const { sources } = await ask(client, "Who paints fences?");
    expect(sources).to.have.length(1);
    expect(sources[0]).to.deep.include({ conversation_id: null, memory_id: memory.id, segment_ids: [] });
    expect(sources[0]?.text).to.equal("Paints fences for a living");
  });

  it("returns ten sources by default and clamps the limit to 1–50", async () => {
    for (let number = 0; number < 55; number += 1) {
      await client.post(memories, { content: `Painted fence number ${number} green` });
    }
    for (const [limit, count] of [
      [undefined, 10],
      [3, 3],
      [0, 1],
      [-5, 1],
      [1_000, 50],
    ] as const) {
      const { sources } = await ask(client, "fence", { limit });
      expect(sources).to.have.length(count);
      const scores = sources.map(({ relevance_score: score }) => score);
      expect(scores).to.deep.equal(scores.toSorted((a, b) => b - a));
    }
  });

  it("rejects an empty question and one longer than 2,000 characters", async () => {
    const refusal = async (body: object): Promise<unknown> => {
      const { status, body: refused } = await client.post(path, body);
      expect(status).to.equal(422);
      return (refused as { detail: unknown }).detail;
    };
    expect(await refusal({ question: " \t\u3000" })).to.equal("question cannot be empty");
    const faults = async (body: object): Promise<unknown> =>
      ((await refusal(body)) as { loc: unknown; type: unknown }[]).map(({ loc, type }) => [loc, type]);
    expect(await faults({})).to.deep.equal([[["body", "question"], "missing"]]);
    expect(await faults({ question: "" })).to.deep.equal([[["body", "question"], "string_too_short"]]);
    expect(await faults({ question: "😀".repeat(2_001) })).to.deep.equal([[["body", "question"], "string_too_long"]]);
    await ask(client, "😀".repeat(2_000));
  });

  it("requires conversations:read and memories:read and names the first missing scope", async () => {
    for (const [scopes, missing] of [
      [["memories:read"], "conversations:read"],
      [["conversations:read", "conversations:write"], "memories:read"],
      [["goals:read"], "conversations:read"],
    ] as const) {
      const { status, body } = await (await service.clientWithKey("ada", scopes)).post(path, { question: "What?" });
      expect(status).to.equal(403);
      expect(body).to.deep.equal({ detail: `Insufficient permissions. Required scope: ${missing}` });
    }
    await ask(await service.clientWithKey("ada", ["conversations:read", "memories:read"]), "What?");
  });

  it("returns nothing of other users", async () => {
    await recordConversation(client, singleSegmentBody(fence));
    const other = await service.clientWithKey("somebody else", allScopes);
    expect(await ask(other, "What colour will the fence be?")).to.deep.equal({ answer: null, sources: [] });
  });

  it("reflects new, deleted and discarded conversations at once", async () => {
    const question = "What colour will the fence be?";
    expect((await ask(client, question)).sources).to.deep.equal([]);
    const { id } = await recordConversation(client, singleSegmentBody(fence));
    expect(saidIn(await ask(client, question))).to.deep.equal([id]);
    expect((await client.patch(`${conversations}/${id}`, { discarded: true })).status).to.equal(200);
    expect((await ask(client, question)).sources).to.deep.equal([]);
    expect((await client.patch(`${conversations}/${id}`, { discarded: false })).status).to.equal(200);
    expect(saidIn(await ask(client, question))).to.deep.equal([id]);
    expect((await client.delete(`${conversations}/${id}`)).status).to.equal(200);
    expect((await ask(client, question)).sources).to.deep.equal([]);
  });

  it("uses the current title of a conversation, also after reprocessing", async () => {
    const { id } = await recordConversation(client, singleSegmentBody(fence));
    expect((await client.patch(`${conversations}/${id}`, { title: "Zeppelins" })).status).to.equal(200);
    const texts = async (): Promise<string[]> => (await ask(client, "zeppelins")).sources.map(({ text }) => text);
    expect((await texts())[0]).to.match(/^Zeppelins\n/);
    expect((await client.post(`${conversations}/${id}/reprocess`)).status).to.equal(200);
    expect((await texts())[0]).to.match(/^Zeppelins\n/);
    const said = (await ask(client, "fence")).sources.filter(({ segment_ids: ids }) => ids.includes(`${id}-0`));
    expect(said.filter(({ memory_id: memory }) => memory === null)).to.have.length(1);
  });
});

for (const store of ["sqlite", "memory"]) {
  describe(`POST /v1/dev/user/ask: the idempotent response in the ${store} store`, () => {
    let service: TestService;
    let client: ApiClient;
    beforeEach(async () => {
      service = await startService({ MNEME_STORE: store });
      client = await service.clientWithKey("ada", allScopes);
    });
    afterEach(() => service.close());

    const send = () => client.post(path, { question: "Who plays the bassoon?" }, { "Idempotency-Key": "key" });

    it("is replayed until a conversation it quotes is deleted", async () => {
      const segments = [
        {
          text: "I play the bassoon every Sunday in the chapel beside the old harbour.",
          start: 0,
          end: 5,
          is_user: true,
        },
      ];
      const { id } = await recordConversation(client, { transcript_segments: segments });
      const first = await send();
      expect(saidIn(first.body as AnsweredBody)).to.deep.equal([id]);
      const again = await send();
      expect([again.body, again.headers.get(REPLAYED_HEADER)]).to.deep.equal([first.body, "true"]);
      expect((await client.delete(`${conversations}/${id}`)).status).to.equal(200);
      expect((await send()).status).to.equal(409);
      expect(await findTextRemnants(["bassoon"], service.directory)).to.deep.equal([]);
    });

    it("is erased when a memory it quotes is deleted", async () => {
      const { id } = (await client.post(memories, { content: "Plays the bassoon" })).body as { id: string };
      expect(((await send()).body as AnsweredBody).sources.map(({ memory_id: memory }) => memory)).to.deep.equal([id]);
      expect((await client.delete(`${memories}/${id}`)).status).to.equal(200);
      expect((await send()).status).to.equal(409);
      expect(await findTextRemnants(["bassoon"], service.directory)).to.deep.equal([]);
    });
  });
}
