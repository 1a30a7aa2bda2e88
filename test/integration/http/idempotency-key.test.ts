import { expect } from "chai";
import { createHttpApi, listen } from "../../../src/adapters/http/index.js";
import { REPLAYED } from "../../../src/adapters/http/idempotency.js";
import { DomainError } from "../../../src/domain/errors.js";
import { SequentialIds } from "../../../src/testing/index.js";
import { Client, type Answered } from "../../support/client.js";
import {
  collection,
  planning,
  recorded,
  saying,
  type Receipt,
  type WireConversation,
} from "../../support/conversations.js";
import { except, openCore, silent } from "../../support/core.js";
import { eachWithNewcomer, type TestService } from "../../support/service.js";
import { rowsOf } from "../../support/store-file.js";
import { tracesOf } from "../../support/traces.js";

const segments = `${collection}/from-segments`;

describe("an Idempotency-Key of a request that fails", () => {
  it("serves another try, which makes what the failed one had made", async () => {
    const core = openCore();
    let failures = 1;
    const conversations = except(core.conversations, {
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
      log: silent,
      health: store.health,
    });
    const listening = await listen(api, { host: "127.0.0.1", port: 0, ids });
    try {
      await core.users.register({ id: "ada" });
      const document = (await (await fetch(`${listening.url}/openapi.json`)).json()) as object;
      const client = new Client(listening.url, document, "user.ada.Ada");
      const post = () => client.post(collection, { text: "Plans." }, { "Idempotency-Key": "key" });
      const [failed, retried, repeated] = [await post(), await post(), await post()];
      const { id } = retried.body as Receipt;
      expect([failed, retried, repeated].map(({ status, headers }) => [status, headers.get(REPLAYED)])).to.deep.equal([
        [503, null],
        [200, null],
        [200, "true"],
      ]);
      expect(failed.body).to.deep.equal({ detail: `not now: ${id}` });
      expect((await client.get(collection)).body).to.have.length(1);
    } finally {
      await listening.close(0);
    }
  });
});

describe("an Idempotency-Key", () => {
  let service: TestService;
  let client: Client;
  let userId: string;
  eachWithNewcomer(
    ["conversations:read", "conversations:write"],
    (newcomer) => ({ service, client, userId } = newcomer),
  );

  const key = (value = "key"): Record<string, string> => ({ "Idempotency-Key": value });
  const create = (headers: Record<string, string>, body: object = planning): Promise<Answered> =>
    client.post(segments, body, headers);
  const conversations = async (): Promise<WireConversation[]> =>
    (await client.get(collection)).body as WireConversation[];
  const isReplayed = ({ headers }: Answered): boolean => headers.get(REPLAYED) === "true";

  function expectReplay(again: Answered, first: Answered): void {
    expect(isReplayed(first)).to.equal(false);
    expect(isReplayed(again)).to.equal(true);
    expect([again.status, again.body]).to.deep.equal([first.status, first.body]);
  }

  it("makes one conversation of two equal requests, and answers both the same", async () => {
    const first = await create(key());
    expectReplay(await create(key()), first);
    expect(await conversations()).to.have.length(1);
  });

  it("is another's for every user, and names another request when it is another", async () => {
    const first = await create(key());
    client = await service.keyed("somebody else");
    const theirs = await create(key());
    expect(isReplayed(theirs)).to.equal(false);
    expect((theirs.body as Receipt).id).not.to.equal((first.body as Receipt).id);
    expect(isReplayed(await create(key("key two")))).to.equal(false);
    expect(await conversations()).to.have.length(2);
  });

  it("is for one request: another body, path, query or method is refused", async () => {
    const { body } = await create(key());
    const { id } = body as Receipt;
    const others = [
      create(key(), saying("Something else.")),
      client.post(`${segments}?a=b`, planning, key()),
      client.post(collection, { text: "Something else." }, key()),
      client.patch(`${collection}/${id}`, planning, key()),
      client.delete(`${collection}/${id}`, key()),
    ];
    for (const { status, body } of await Promise.all(others)) {
      expect([status, body]).to.deep.equal([
        422,
        { detail: "This Idempotency-Key was already used with another request" },
      ]);
    }
    expect(await conversations()).to.have.length(1);
  });

  it("that is empty or longer than 255 characters is refused, where it is heeded", async () => {
    for (const [value, type] of [
      ["", "string_too_short"],
      ["k".repeat(256), "string_too_long"],
    ] as const) {
      const { status, body } = await create(key(value));
      const [violation] = (body as { detail: { loc: unknown; type: string }[] }).detail;
      expect([status, violation?.loc, violation?.type]).to.deep.equal([422, ["header", "Idempotency-Key"], type]);
      expect((await client.get(collection, key(value))).status).to.equal(200);
    }
    expect(isReplayed(await create(key("k".repeat(255))))).to.equal(false);
    expect(isReplayed(await create(key("k".repeat(255))))).to.equal(true);
  });

  it("is nothing to a request that reads", async () => {
    await create(key());
    expect(await conversations()).to.have.length(1);
    for (let turn = 0; turn < 2; turn += 1) {
      const { body, headers } = await client.get(collection, key());
      expect([(body as unknown[]).length, headers.has(REPLAYED)]).to.deep.equal([turn + 1, false]);
      await create(key(`another ${turn}`));
    }
  });

  it("replays a change, though something else was changed since", async () => {
    const { id } = await recorded(client);
    const change = (title: string, value: string) => client.patch(`${collection}/${id}`, { title }, key(value));
    const first = await change("First", "one");
    await change("Second", "two");
    expectReplay(await change("First", "one"), first);
    expect((await conversations())[0]?.structured.title).to.equal("Second");
  });

  it("replays a deletion, where it would be a 404 without", async () => {
    const { id } = await recorded(client);
    const first = await client.delete(`${collection}/${id}`, key());
    expect(first.status).to.equal(200);
    expectReplay(await client.delete(`${collection}/${id}`, key()), first);
    expect((await client.delete(`${collection}/${id}`)).status).to.equal(404);
  });

  it("replays each of 200 deletions that came at once", async () => {
    const memories = "/v1/dev/user/memories";
    client = await service.keyed(userId, ["memories:read", "memories:write"]);
    const created: string[] = [];
    for (let batch = 0; batch < 8; batch += 1) {
      const contents = Array.from({ length: 25 }, (_, index) => ({ content: `Said ${batch * 25 + index}` }));
      const { body } = await client.post(`${memories}/batch`, { memories: contents });
      created.push(...(body as { memories: { id: string }[] }).memories.map(({ id }) => id));
    }
    const remove = () => Promise.all(created.map((id) => client.delete(`${memories}/${id}`, key(id))));
    const [first, again] = [await remove(), await remove()];
    expect(new Set(first.map(({ status }) => status))).to.deep.equal(new Set([200]));
    again.forEach((answer, index) => expectReplay(answer, first[index] as Answered));
    expect(service.complaints).to.deep.equal([]);
  });

  it("replays an answer without a body, and one with a header of its own", async () => {
    const identified = await service.identified("ada");
    const { body } = await identified.post("/v1/dev/keys", { name: "short-lived" });
    const path = `/v1/dev/keys/${(body as { id: string }).id}`;
    const first = await identified.delete(path, key());
    expect(first.status).to.equal(204);
    expectReplay(await identified.delete(path, key()), first);
  });

  it("tells a repeat which preference was followed, if it has the same", async () => {
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

  it("replays what refused the request itself", async () => {
    const { id } = await recorded(client);
    const requests = [
      () => client.post(segments, {}, key("misfit")),
      () => client.send("POST", segments, "{", key("no JSON")),
      () => client.patch(`${collection}/${id}`, {}, key("rule")),
      () => client.patch(`${collection}/nowhere`, { title: "x" }, key("unknown")),
    ];
    for (const request of requests) {
      const first = await request();
      expect(first.status).to.be.oneOf([404, 422]);
      expectReplay(await request(), first);
    }
  });

  it("replays nothing that depends on who asks, or how much", async () => {
    const good = client;
    const readOnly = await service.keyed(userId, ["conversations:read"]);
    for (const [refused, status] of [
      [() => service.as("unknown").post(segments, planning, key()), 401],
      [() => readOnly.post(segments, planning, key()), 403],
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

  it("that comes again while its request is being answered is refused, and served when it has been", async () => {
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

  it("keeps no secret: a key is made once, and shown once", async () => {
    const name = `Secret-${"x".repeat(20)}`;
    const identified = await service.identified("ada");
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
    expect(await tracesOf([secret, secret.slice(-32), name], service.directory)).to.deep.equal([]);
    expect(await tracesOf([id], service.directory)).not.to.deep.equal([]);
  });

  it("replays that a session's conversation is deleted, whatever key deleted it", async () => {
    const session = { ...planning, client_session_id: "session" };
    const { id } = (await create(key("first"), session)).body as Receipt;
    expect((await client.delete(`${collection}/${id}`, key("delete"))).status).to.equal(200);
    const late = await create(key("late"), session);
    expect([late.status, (late.body as Receipt).id, (late.body as Receipt).discarded]).to.deep.equal([200, id, true]);
    expectReplay(await create(key("late"), session), late);
    expect((await create(key("first"), session)).status).to.equal(409);
    expect(await conversations()).to.deep.equal([]);
  });

  it("brings back nothing that was deleted: the answer that shows it is gone", async () => {
    const { body } = await create(key());
    const { id } = body as Receipt;
    const title = "A title for the archive";
    const named = await client.patch(`${collection}/${id}`, { title }, key("title"));
    expect(JSON.stringify(named.body)).to.include(title);
    const kept = (): number =>
      rowsOf(service.directory, "SELECT 1 FROM keyed_calls WHERE state LIKE ?", `%${title}%`).length;
    expect(kept()).to.equal(1);
    expect((await client.delete(`${collection}/${id}`)).status).to.equal(200);
    expect(kept()).to.equal(0);
    for (const again of [await create(key()), await client.patch(`${collection}/${id}`, { title }, key("title"))]) {
      expect(again.status).to.equal(409);
    }
    expect(await conversations()).to.deep.equal([]);
  });
});
