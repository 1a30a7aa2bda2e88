import { expect } from "chai";
import { createHttpApi, listen } from "../../../src/adapters/http/index.js";
import { REPLAYED_HEADER } from "../../../src/adapters/http/kernel/idempotent-response.js";
import { DomainError } from "../../../src/domain/errors.js";
import { SequentialIds } from "../../../src/testing/index.js";
import { ApiClient, type ClientResponse } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  recordConversation,
  singleSegmentBody,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import { withOverrides, openCore, silentEventLog } from "../../support/test-core.js";
import { serveEachTestWithNewUser, type TestService } from "../../support/service.js";
import { queryRows } from "../../support/sqlite-file.js";
import { findTextRemnants } from "../../support/text-remnants.js";

const segments = `${CONVERSATIONS_PATH}/from-segments`;

describe("Idempotency-Key: a request that fails", () => {
  it("allows a retry, which returns the conversation that the failed attempt created", async () => {
    const core = openCore();
    let failures = 1;
    const conversations = withOverrides(core.conversations, {
      createFromText: async (...request) => {
        const receipt = await core.conversations.createFromText(...request);
        if ((failures -= 1) >= 0) throw new DomainError("unavailable", "unavailable", `not now: ${receipt.id}`);
        return receipt;
      },
    });
    const ids = new SequentialIds();
    const { clock, store } = core;
    const api = createHttpApi({
      application: { ...core, conversations },
      clock,
      ids,
      log: silentEventLog,
      health: store.health,
    });
    const listening = await listen(api, { host: "127.0.0.1", port: 0, ids });
    try {
      await core.users.register({ id: "ada" });
      const document = (await (await fetch(`${listening.url}/openapi.json`)).json()) as object;
      const client = new ApiClient(listening.url, document, "user.ada.Ada");
      const post = () => client.post(CONVERSATIONS_PATH, { text: "Plans." }, { "Idempotency-Key": "key" });
      const [failed, retried, repeated] = [await post(), await post(), await post()];
      const { id } = retried.body as ConversationReceipt;
      expect(
        [failed, retried, repeated].map(({ status, headers }) => [status, headers.get(REPLAYED_HEADER)]),
      ).to.deep.equal([
        [503, null],
        [200, null],
        [200, "true"],
      ]);
      expect(failed.body).to.deep.equal({ detail: `not now: ${id}` });
      expect((await client.get(CONVERSATIONS_PATH)).body).to.have.length(1);
    } finally {
      await listening.close(0);
    }
  });
});

describe("Idempotency-Key", () => {
  let service: TestService;
  let client: ApiClient;
  let userId: string;
  serveEachTestWithNewUser(
    ["conversations:read", "conversations:write"],
    (newcomer) => ({ service, client, userId } = newcomer),
  );

  const key = (value = "key"): Record<string, string> => ({ "Idempotency-Key": value });
  const create = (headers: Record<string, string>, body: object = planningConversation): Promise<ClientResponse> =>
    client.post(segments, body, headers);
  const conversations = async (): Promise<WireConversation[]> =>
    (await client.get(CONVERSATIONS_PATH)).body as WireConversation[];
  const isReplayed = ({ headers }: ClientResponse): boolean => headers.get(REPLAYED_HEADER) === "true";

  function expectReplay(again: ClientResponse, first: ClientResponse): void {
    expect(isReplayed(first)).to.equal(false);
    expect(isReplayed(again)).to.equal(true);
    expect([again.status, again.body]).to.deep.equal([first.status, first.body]);
  }

  it("creates one conversation for two equal requests and replays the response", async () => {
    const first = await create(key());
    expectReplay(await create(key()), first);
    expect(await conversations()).to.have.length(1);
  });

  it("is scoped to the user and to its value", async () => {
    const first = await create(key());
    client = await service.clientWithKey("somebody else");
    const theirs = await create(key());
    expect(isReplayed(theirs)).to.equal(false);
    expect((theirs.body as ConversationReceipt).id).not.to.equal((first.body as ConversationReceipt).id);
    expect(isReplayed(await create(key("key two")))).to.equal(false);
    expect(await conversations()).to.have.length(2);
  });

  it("rejects reuse with another body, path, query or method", async () => {
    const { body } = await create(key());
    const { id } = body as ConversationReceipt;
    const others = [
      create(key(), singleSegmentBody("Something else.")),
      client.post(`${segments}?a=b`, planningConversation, key()),
      client.post(CONVERSATIONS_PATH, { text: "Something else." }, key()),
      client.patch(`${CONVERSATIONS_PATH}/${id}`, planningConversation, key()),
      client.delete(`${CONVERSATIONS_PATH}/${id}`, key()),
    ];
    for (const { status, body } of await Promise.all(others)) {
      expect([status, body]).to.deep.equal([
        422,
        { detail: "This Idempotency-Key was already used with another request" },
      ]);
    }
    expect(await conversations()).to.have.length(1);
  });

  it("rejects an empty key and one longer than 255 characters on writes only", async () => {
    for (const [value, type] of [
      ["", "string_too_short"],
      ["k".repeat(256), "string_too_long"],
    ] as const) {
      const { status, body } = await create(key(value));
      const [violation] = (body as { detail: { loc: unknown; type: string }[] }).detail;
      expect([status, violation?.loc, violation?.type]).to.deep.equal([422, ["header", "Idempotency-Key"], type]);
      expect((await client.get(CONVERSATIONS_PATH, key(value))).status).to.equal(200);
    }
    expect(isReplayed(await create(key("k".repeat(255))))).to.equal(false);
    expect(isReplayed(await create(key("k".repeat(255))))).to.equal(true);
  });

  it("is ignored on reads", async () => {
    await create(key());
    expect(await conversations()).to.have.length(1);
    for (let turn = 0; turn < 2; turn += 1) {
      const { body, headers } = await client.get(CONVERSATIONS_PATH, key());
      expect([(body as unknown[]).length, headers.has(REPLAYED_HEADER)]).to.deep.equal([turn + 1, false]);
      await create(key(`another ${turn}`));
    }
  });

  it("replays the response to a change after later changes", async () => {
    const { id } = await recordConversation(client);
    const change = (title: string, value: string) => client.patch(`${CONVERSATIONS_PATH}/${id}`, { title }, key(value));
    const first = await change("First", "one");
    await change("Second", "two");
    expectReplay(await change("First", "one"), first);
    expect((await conversations())[0]?.structured.title).to.equal("Second");
  });

  it("replays the response to a deletion instead of returning 404", async () => {
    const { id } = await recordConversation(client);
    const first = await client.delete(`${CONVERSATIONS_PATH}/${id}`, key());
    expect(first.status).to.equal(200);
    expectReplay(await client.delete(`${CONVERSATIONS_PATH}/${id}`, key()), first);
    expect((await client.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(404);
  });

  it("replays each of 200 concurrent deletions", async () => {
    const memories = "/v1/dev/user/memories";
    client = await service.clientWithKey(userId, ["memories:read", "memories:write"]);
    const created: string[] = [];
    for (let batch = 0; batch < 8; batch += 1) {
      const contents = Array.from({ length: 25 }, (_, index) => ({ content: `Said ${batch * 25 + index}` }));
      const { body } = await client.post(`${memories}/batch`, { memories: contents });
      created.push(...(body as { memories: { id: string }[] }).memories.map(({ id }) => id));
    }
    const remove = () => Promise.all(created.map((id) => client.delete(`${memories}/${id}`, key(id))));
    const [first, again] = [await remove(), await remove()];
    expect(new Set(first.map(({ status }) => status))).to.deep.equal(new Set([200]));
    again.forEach((answer, index) => expectReplay(answer, first[index] as ClientResponse));
    expect(service.loggedProblems).to.deep.equal([]);
  });

  it("replays a 204 response without a body", async () => {
    const identified = await service.clientWithToken("ada");
    const { body } = await identified.post("/v1/dev/keys", { name: "short-lived" });
    const path = `/v1/dev/keys/${(body as { id: string }).id}`;
    const first = await identified.delete(path, key());
    expect(first.status).to.equal(204);
    expectReplay(await identified.delete(path, key()), first);
  });

  it("replays Preference-Applied only when the request has the same preference", async () => {
    const applied = async (name: string, preferred?: string): Promise<string | null> => {
      const { headers } = await create({ ...key(name), ...(preferred === undefined ? {} : { Prefer: preferred }) });
      return headers.get("Preference-Applied");
    };
    expect(await applied("preferring", "wait=5")).to.equal("wait=5");
    expect(await applied("preferring", 'handling=strict, WAIT="5"')).to.equal("wait=5");
    for (const other of [undefined, "wait=6", "respond-async"]) {
      expect(await applied("preferring", other), other).to.equal(null);
    }
    expect(await applied("indifferent")).to.equal(null);
    expect(await applied("indifferent", "wait=5")).to.equal(null);
  });

  it("replays 404 and 422 responses", async () => {
    const { id } = await recordConversation(client);
    const requests = [
      () => client.post(segments, {}, key("misfit")),
      () => client.send("POST", segments, "{", key("no JSON")),
      () => client.patch(`${CONVERSATIONS_PATH}/${id}`, {}, key("rule")),
      () => client.patch(`${CONVERSATIONS_PATH}/nowhere`, { title: "x" }, key("unknown")),
    ];
    for (const request of requests) {
      const first = await request();
      expect(first.status).to.be.oneOf([404, 422]);
      expectReplay(await request(), first);
    }
  });

  it("does not replay authentication, permission or size errors", async () => {
    const good = client;
    const readOnly = await service.clientWithKey(userId, ["conversations:read"]);
    for (const [refused, status] of [
      [() => service.clientFor("unknown").post(segments, planningConversation, key()), 401],
      [() => readOnly.post(segments, planningConversation, key()), 403],
      [() => client.send("POST", segments, "x".repeat(3 * 1024 * 1024), key()), 413],
    ] as const) {
      expect((await refused()).status).to.equal(status);
    }
    expect(isReplayed(await create(key()))).to.equal(false);
    client = readOnly;
    expect((await create(key())).status).to.equal(403);
    client = good;
    expect(isReplayed(await create(key()))).to.equal(true);
  });

  it("returns 409 while the first request is in progress and replays its response afterwards", async () => {
    const requests = Array.from({ length: 20 }, () => create(key()));
    const answers = await Promise.all(requests);
    const refused = answers.filter(({ status }) => status === 409);
    for (const { body } of refused) {
      expect(body).to.deep.equal({ detail: "A request with this Idempotency-Key is still being processed" });
    }
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).to.be.greaterThan(0);
    expect([...done.filter((answer) => !isReplayed(answer))]).to.have.length(1);
    expect((await create(key())).body).to.deep.equal(done[0]?.body);
    expect(await conversations()).to.have.length(1);
  });

  it("does not store the secret of a new API key", async () => {
    const name = `Secret-${"x".repeat(20)}`;
    const identified = await service.clientWithToken("ada");
    const make = () => identified.post("/v1/dev/keys", { name: "script" }, key(name));
    const first = await make();
    expect(first.status).to.equal(200);
    const again = await make();
    expect([again.status, again.body]).to.deep.equal([
      409,
      { detail: "The answer to this Idempotency-Key is not kept" },
    ]);
    const { key: secret, id } = first.body as { key: string; id: string };
    const listed = (await identified.get("/v1/dev/keys")).body as { id: string; name: string }[];
    expect(listed.filter((each) => each.name === "script").map((each) => each.id)).to.deep.equal([id]);
    expect(await findTextRemnants([secret, secret.slice(-32), name], service.directory)).to.deep.equal([]);
    expect(await findTextRemnants([id], service.directory)).not.to.deep.equal([]);
  });

  it("replays that the conversation of a session is deleted", async () => {
    const session = { ...planningConversation, client_session_id: "session" };
    const { id } = (await create(key("first"), session)).body as ConversationReceipt;
    expect((await client.delete(`${CONVERSATIONS_PATH}/${id}`, key("delete"))).status).to.equal(200);
    const late = await create(key("late"), session);
    expect([
      late.status,
      (late.body as ConversationReceipt).id,
      (late.body as ConversationReceipt).discarded,
    ]).to.deep.equal([200, id, true]);
    expectReplay(await create(key("late"), session), late);
    expect((await create(key("first"), session)).status).to.equal(409);
    expect(await conversations()).to.deep.equal([]);
  });

  it("returns 409 when the stored response showed deleted data", async () => {
    const { body } = await create(key());
    const { id } = body as ConversationReceipt;
    const title = "A title for the archive";
    const named = await client.patch(`${CONVERSATIONS_PATH}/${id}`, { title }, key("title"));
    expect(JSON.stringify(named.body)).to.include(title);
    const kept = (): number =>
      queryRows(service.directory, "SELECT 1 FROM keyed_calls WHERE state LIKE ?", `%${title}%`).length;
    expect(kept()).to.equal(1);
    expect((await client.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
    expect(kept()).to.equal(0);
    for (const again of [
      await create(key()),
      await client.patch(`${CONVERSATIONS_PATH}/${id}`, { title }, key("title")),
    ]) {
      expect(again.status).to.equal(409);
    }
    expect(await conversations()).to.deep.equal([]);
  });
});
