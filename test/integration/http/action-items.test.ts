import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH as conversations, recordConversation } from "../../support/conversation-requests.js";
import { serveEachTestWithNewUser } from "../../support/service.js";

const collection = "/v1/dev/user/action-items";

interface Item {
  readonly id: string;
  readonly description: string;
  readonly completed: boolean;
  readonly completed_at: string | null;
  readonly conversation_id: string | null;
  readonly created_at: string;
  readonly due_at: string | null;
  readonly updated_at: string;
  readonly segment_ids?: readonly string[];
}

describe("/v1/dev/user/action-items", () => {
  let client: ApiClient;
  serveEachTestWithNewUser(
    ["action_items:read", "action_items:write", "conversations:read", "conversations:write"],
    (newcomer) => ({ client } = newcomer),
  );

  const create = async (body: object): Promise<Item> => (await client.post(collection, body)).body as Item;
  const list = async (query = ""): Promise<Item[]> => (await client.get(`${collection}${query}`)).body as Item[];
  const get = async (id: string): Promise<Item> => (await client.get(`${collection}/${id}`)).body as Item;
  const descriptions = (items: readonly Item[]): string[] => items.map(({ description }) => description);

  it("creates an open item without a due date by default", async () => {
    const item = await create({ description: "Water the garden 🌱" });
    expect(item).to.deep.include({
      description: "Water the garden 🌱",
      completed: false,
      completed_at: null,
      conversation_id: null,
      due_at: null,
      segment_ids: [],
    });
    expect(item.updated_at).to.equal(item.created_at);
    expect(await get(item.id)).to.deep.equal(item);
    const done = await create({ description: "Call Tom", completed: true, due_at: "2026-05-01T12:00:00+02:00" });
    expect(done.completed_at).to.equal(done.created_at);
    expect(done.due_at).to.equal("2026-05-01T10:00:00.000Z");
  });

  it("lists open items first, then by due date with none last, then newest first", async () => {
    for (const body of [
      { description: "done", completed: true, due_at: "2026-01-01" },
      { description: "older" },
      { description: "newer" },
      { description: "later", due_at: "2026-05-02" },
      { description: "sooner", due_at: "2026-05-01" },
    ]) {
      await create(body);
      // Decision 6.1 goes by the millisecond.
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(descriptions(await list())).to.deep.equal(["sooner", "later", "newer", "older", "done"]);
    expect(descriptions(await list("?completed=true"))).to.deep.equal(["done"]);
    expect(descriptions(await list("?completed=false&limit=2&offset=1"))).to.deep.equal(["later", "newer"]);
    expect(await list("?start_date=2100-01-01")).to.deep.equal([]);
    expect(await list("?end_date=2000-01-01")).to.deep.equal([]);
    expect(await list("?start_date=2000-01-01&end_date=2100-01-01")).to.have.length(5);
    expect(await list("?conversation_id=nowhere")).to.deep.equal([]);
  });

  it("clamps limit and offset and returns 100 items by default", async () => {
    for (let batch = 0; batch < 3; batch += 1) {
      const action_items = Array.from({ length: 50 }, (_, index) => ({ description: `${batch}-${index}` }));
      await client.post(`${collection}/batch`, { action_items });
    }
    expect(await list()).to.have.length(100);
    expect(await list("?limit=0")).to.have.length(1);
    expect(await list("?limit=99999")).to.have.length(150);
    expect(await list("?limit=99999&offset=-5")).to.have.length(150);
    expect(await list("?offset=149")).to.have.length(1);
  });

  it("neither skips nor repeats items when following next links during concurrent writes", async () => {
    const lasting = Array.from({ length: 20 }, (_, index) => `lasting ${index}`);
    const made = await client.post(`${collection}/batch`, {
      action_items: lasting.flatMap((description) => [{ description }, { description: `${description}, to go` }]),
    });
    const fleeting = (made.body as { action_items: Item[] }).action_items.filter(({ description }) =>
      description.endsWith("to go"),
    );
    const seen: string[] = [];
    let next: string | undefined = `${collection}?limit=3&completed=false&total=true`;
    for (let page = 0; next !== undefined; page += 1) {
      const { body, headers } = await client.get(next);
      seen.push(...descriptions(body as Item[]));
      const gone = fleeting[page];
      if (gone) await client.delete(`${collection}/${gone.id}`);
      await create({ description: `new ${page}`, due_at: "2026-01-01" });
      expect(headers.get("X-Total-Count")).to.match(/^\d+$/);
      next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
    }
    expect(new Set(seen).size).to.equal(seen.length);
    expect(seen.filter((description) => lasting.includes(description)).sort()).to.deep.equal(lasting.toSorted());
  });

  it("sends X-Total-Count only on request", async () => {
    await create({ description: "one" });
    expect((await client.get(collection)).headers.get("X-Total-Count")).to.equal(null);
    expect((await client.get(`${collection}?total=true&completed=true`)).headers.get("X-Total-Count")).to.equal("0");
  });

  it("creates a batch in the order of the request", async () => {
    const sent = ["b", "a", "c"];
    const { body } = await client.post(`${collection}/batch`, {
      action_items: sent.map((description) => ({ description })),
    });
    const { action_items: items, created_count: count } = body as { action_items: Item[]; created_count: number };
    expect(descriptions(items)).to.deep.equal(sent);
    expect(count).to.equal(3);
    expect(await list()).to.have.deep.members(items);
    const none = await client.post(`${collection}/batch`, { action_items: [] });
    expect(none.body).to.deep.equal({ action_items: [], created_count: 0 });
  });

  it("rejects a whole batch when one of its items is invalid", async () => {
    for (const [bad, detail] of [
      [{ description: " \n" }, "All action items must have non-empty descriptions"],
      [
        { description: "" },
        [
          {
            loc: ["body", "action_items", 36, "description"],
            msg: "String should have at least 1 character",
            type: "string_too_short",
          },
        ],
      ],
    ] as const) {
      const action_items = Array.from({ length: 50 }, (_, index) =>
        index === 36 ? bad : { description: String(index) },
      );
      const { status, body } = await client.post(`${collection}/batch`, { action_items });
      expect({ status, body }).to.deep.equal({ status: 422, body: { detail } });
    }
    expect(await list()).to.deep.equal([]);
  });

  it("rejects a blank description", async () => {
    const refusal = { detail: "description cannot be empty" };
    const { status, body } = await client.post(collection, { description: "\u00a0\t" });
    expect({ status, body }).to.deep.equal({ status: 422, body: refusal });
    const { id } = await create({ description: "Read" });
    expect((await client.patch(`${collection}/${id}`, { description: " " })).body).to.deep.equal(refusal);
    expect((await client.patch(`${collection}/nowhere`, { description: " " })).body).to.deep.equal(refusal);
  });

  it("changes only the fields in the patch, where null clears only due_at", async () => {
    const { id } = await create({ description: "Read", due_at: "2026-05-01" });
    const patched = async (patch: object): Promise<Item> =>
      (await client.patch(`${collection}/${id}`, patch)).body as Item;
    const done = await patched({ completed: true });
    expect(done.completed_at).to.equal(done.updated_at);
    expect(await patched({ completed: true })).to.deep.equal(done);
    expect(await patched({ completed: null, description: null })).to.deep.equal(done);
    expect(await patched({ description: "Read on" })).to.deep.include({
      description: "Read on",
      completed_at: done.completed_at,
      due_at: "2026-05-01T00:00:00.000Z",
    });
    expect(await patched({ completed: false, due_at: null })).to.deep.include({
      completed: false,
      completed_at: null,
      due_at: null,
    });
    expect(await get(id)).to.deep.equal(await patched({ due_at: null }));
  });

  it("rejects a patch without any known field", async () => {
    const refusal = { detail: "At least one field (completed, description, due_at) must be provided" };
    const { id } = await create({ description: "Read" });
    for (const patch of [{}, { title: "Read" }]) {
      const { status, body } = await client.patch(`${collection}/${id}`, patch);
      expect({ status, body }).to.deep.equal({ status: 422, body: refusal });
    }
  });

  it("returns 404 for a deleted item", async () => {
    const { id } = await create({ description: "Read" });
    expect((await client.delete(`${collection}/${id}`)).body).to.deep.equal({ success: true });
    expect(await list()).to.deep.equal([]);
    for (const answered of [
      await client.get(`${collection}/${id}`),
      await client.patch(`${collection}/${id}`, { completed: true }),
      await client.delete(`${collection}/${id}`),
    ]) {
      expect(answered.status).to.equal(404);
      expect(answered.body).to.deep.equal({ detail: "Action item not found" });
    }
  });

  describe("items extracted from a conversation", () => {
    it("link to the conversation and include segment_ids only in the single-item response", async () => {
      const { id, structured, transcript_segments: segments } = await recordConversation(client);
      const items = await list(`?conversation_id=${id}`);
      expect(items.map((item) => item.id)).to.deep.equal(structured.action_items.map((item) => item.id));
      expect(items).not.to.deep.equal([]);
      expect(items[0]).not.to.have.property("segment_ids");
      const [item] = items as [Item];
      const alone = await get(item.id);
      expect(alone).to.deep.include({ ...item, conversation_id: id });
      expect(segments?.map((segment) => segment["id"])).to.include.members([...(alone.segment_ids ?? [])]);
      expect(alone.segment_ids).not.to.deep.equal([]);
    });

    it("reflect edits and deletions in the conversation at once", async () => {
      const { id, structured } = await recordConversation(client);
      const shown = async () => (await recordedAgain(id)).structured.action_items;
      const [item] = structured.action_items as [Item];
      expect(await shown()).to.have.length(structured.action_items.length);
      await client.patch(`${collection}/${item.id}`, { description: "Send nothing" });
      expect((await shown()).map(({ description }) => description)).to.include("Send nothing");
      await client.delete(`${collection}/${item.id}`);
      expect((await shown()).map((each) => each.id)).not.to.include(item.id);
      const listed = (await client.get(conversations)).body as Awaited<ReturnType<typeof recordedAgain>>[];
      expect(listed[0]?.structured.action_items).to.have.length(structured.action_items.length - 1);
    });

    it("stay deleted after the conversation is reprocessed", async () => {
      const { id, structured } = await recordConversation(client);
      const [item] = structured.action_items as [Item];
      await client.delete(`${collection}/${item.id}`);
      await client.post(`${conversations}/${id}/reprocess`);
      expect((await list()).map((each) => each.id)).not.to.include(item.id);
    });

    it("survive deletion of the conversation after the user has edited them", async () => {
      const { id, structured } = await recordConversation(client);
      const [item] = structured.action_items as [Item];
      await client.patch(`${collection}/${item.id}`, { due_at: null });
      await client.delete(`${conversations}/${id}`);
      expect(descriptions(await list())).to.deep.equal([item.description]);
      expect(await get(item.id)).to.deep.include({ conversation_id: null, segment_ids: [] });
    });

    const recordedAgain = async (id: string) =>
      (await client.get(`${conversations}/${id}`)).body as Awaited<ReturnType<typeof recordConversation>>;
  });
});
