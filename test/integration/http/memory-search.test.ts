import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { serveEachTestWithNewUser, type TestService } from "../../support/service.js";

const collection = "/v1/dev/user/memories";

interface SearchResult {
  readonly returned_count: number;
  readonly items: readonly { id: string; content: string; category: string; relevance_score: number }[];
}

describe("GET /v1/dev/user/memories/vector/search", () => {
  let service: TestService;
  let client: ApiClient;
  serveEachTestWithNewUser(["memories:read", "memories:write"], (newcomer) => ({ service, client } = newcomer));

  const write = async (content: string, fields: object = {}): Promise<string> =>
    ((await client.post(collection, { content, ...fields })).body as { id: string }).id;
  const search = async (query: string, more = ""): Promise<SearchResult> => {
    const { status, body } = await client.get(`${collection}/vector/search?query=${encodeURIComponent(query)}${more}`);
    expect(status).to.equal(200);
    return body as SearchResult;
  };
  const found = async (query: string): Promise<string[]> => (await search(query)).items.map(({ id }) => id);

  it("returns the documented response object", async () => {
    const id = await write("I bake bread on Fridays", { category: "hobbies" });
    const result = await search("bread");
    const [item] = result.items;
    expect(item?.relevance_score).to.be.within(0, 1);
    expect(result).to.deep.equal({
      archive_default_visible: false,
      policy: {
        app_has_default_memory_grant: true,
        archive_capability: false,
        consumer: "developer_api",
        raw_provenance_capability: false,
      },
      returned_count: 1,
      items: [{ id, category: "hobbies", content: "I bake bread on Fridays", relevance_score: item?.relevance_score }],
    });
  });

  it("reflects a created, edited or deleted memory in the next request", async () => {
    const id = await write("I bake bread");
    expect(await found("bread")).to.deep.equal([id]);
    await client.patch(`${collection}/${id}`, { content: "I drive trains" });
    expect(await found("bread")).to.deep.equal([]);
    expect(await found("trains")).to.deep.equal([id]);
    await client.delete(`${collection}/${id}`);
    expect(await found("trains")).to.deep.equal([]);
  });

  it("finds memories phrased in other words", async () => {
    const id = await write("My sister works as a nurse");
    await write("We adopted a spaniel in spring");
    expect((await found("Who in the family has a job in a hospital?"))[0]).to.equal(id);
  });

  it("returns ten results by default and as many as the limit allows", async () => {
    for (let i = 0; i < 12; i += 1) await write(`Bread number ${i}`);
    for (const [more, count] of [
      ["", 10],
      ["&limit=3", 3],
      ["&limit=100", 12],
    ] as const) {
      const { returned_count: returned, items } = await search("bread", more);
      expect(returned).to.equal(count);
      expect(items).to.have.length(count);
    }
  });

  it("returns nothing of other users", async () => {
    await write("I bake bread");
    client = await service.clientWithKey("somebody else", ["memories:read"]);
    expect(await found("bread")).to.deep.equal([]);
  });

  it("hides rejected memories until they are created again", async () => {
    const [kept, rejected] = [await write("I bake bread on Sundays"), await write("I bake bread for the neighbours")];
    expect(await found("neighbours")).to.include(rejected);
    expect((await client.patch(`${collection}/${rejected}`, { user_review: false })).status).to.equal(200);
    for (const question of ["bread", "baking", "neighbours"]) expect(await found(question)).not.to.include(rejected);
    expect(await found("bread")).to.deep.equal([kept]);
    await write("I bake bread for the neighbours");
    expect(await found("neighbours")).to.include(rejected);
  });

  it("returns nothing for a blank query", async () => {
    await write("I bake bread");
    expect(await search(" ")).to.deep.include({ returned_count: 0, items: [] });
  });
});
