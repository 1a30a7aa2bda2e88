import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { serveEachTestWithNewUser } from "../../support/service.js";

const collection = "/v1/dev/user/memories";

interface WireMemory {
  readonly id: string;
  readonly content: string;
  readonly category: string;
  readonly created_at: string;
  readonly scoring: string;
  readonly tags: readonly string[];
}

const contentsOf = ({ body }: ClientResponse): string[] => (body as WireMemory[]).map(({ content }) => content);
const nextOf = ({ headers }: ClientResponse): string | undefined =>
  /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];

describe("/v1/dev/user/memories", () => {
  let client: ApiClient;
  serveEachTestWithNewUser(["memories:read", "memories:write"], (newcomer) => ({ client } = newcomer));

  const create = async (content: string, fields: object = {}): Promise<WireMemory> => {
    const { status, body } = await client.post(collection, { content, ...fields });
    expect(status).to.equal(200);
    return body as WireMemory;
  };

  const createAll = (...contents: readonly string[]): Promise<ClientResponse> =>
    client.post(`${collection}/batch`, { memories: contents.map((content) => ({ content })) });

  it("creates a private, reviewed memory that is marked as manually added", async () => {
    const { id, created_at, scoring, ...rest } = await create("I row on Sundays.", { tags: ["sport"] });
    expect(rest).to.deep.equal({
      category: rest.category,
      content: "I row on Sundays.",
      updated_at: created_at,
      edited: false,
      manually_added: true,
      reviewed: true,
      tags: ["sport"],
      user_review: true,
      visibility: "private",
      sources: [],
    });
    expect(scoring).to.match(/^01_\d{3}_\d{10}$/);
    const { status, body } = await client.get(`${collection}/${id}`);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ id, created_at, scoring, ...rest });
  });

  it("uses the given category or classifies the content", async () => {
    expect((await create("I was born in Bergen.", { category: "learnings" })).category).to.equal("learnings");
    expect((await create("My daughter is allergic to nuts.")).category).to.equal("core");
    expect((await create("I play the guitar.", { category: null })).category).to.equal("hobbies");
  });

  it("preserves every character of the content", async () => {
    const content = "NUL \u0000, emoji 👩‍👩‍👧, combining e\u0301, right-to-left שלום, BOM \ufeff and \u2028.";
    const { id } = await create(content);
    expect(((await client.get(`${collection}/${id}`)).body as WireMemory).content).to.equal(content);
  });

  it("returns the existing memory for equal content", async () => {
    const first = await create("I live in Straßburg.");
    const again = await create("  i live in STRASSBURG. ", { tags: ["city"], category: "other" });
    expect(again).to.deep.equal(first);
    expect(contentsOf(await client.get(collection))).to.deep.equal(["I live in Straßburg."]);
  });

  it("compares content by full case folding and normalized white space", async () => {
    const { id } = await create("STRAẞE neun");
    for (const same of ["straße neun", "strasse neun", "Strasse\u0085neun\u001c"]) {
      expect((await create(same)).id, same).to.equal(id);
    }
    expect((await create("ılık su")).id).not.to.equal((await create("ilik su")).id);
    for (const blank of ["\u0085", "\u001c\u001d\u001e\u001f"]) {
      const refused = await client.post(collection, { content: blank });
      expect([refused.status, refused.body]).to.deep.equal([422, { detail: "content cannot be empty" }]);
    }
    expect((await create("\ufeff")).content).to.equal("\ufeff");
  });

  it("creates a batch, deduplicates it and returns one memory per entry in order", async () => {
    await create("Known");
    const { status, body } = await createAll("New", "KNOWN", "Other", "new");
    expect(status).to.equal(200);
    const { created_count, memories } = body as { created_count: number; memories: WireMemory[] };
    expect(created_count).to.equal(2);
    expect(memories.map(({ content }) => content)).to.deep.equal(["New", "Known", "Other", "New"]);
    expect(memories[3]).to.deep.equal(memories[0]);
    expect((await client.post(`${collection}/batch`, { memories: [] })).body).to.deep.equal({
      created_count: 0,
      memories: [],
    });
  });

  it("rejects a whole batch when one entry is invalid or the batch is too large", async () => {
    const contents = Array.from({ length: 24 }, (_, number) => `Number ${number}`);
    const faults = [
      [contents.with(17, " "), "All memories must have non-empty content"],
      [[...contents, "a".repeat(501)], undefined],
      [[...contents, "one", "two"], undefined],
    ] as const;
    for (const [given, detail] of faults) {
      const { status, body } = await createAll(...given);
      expect(status).to.equal(422);
      if (detail !== undefined) expect(body).to.deep.equal({ detail });
    }
    expect(contentsOf(await client.get(collection))).to.deep.equal([]);
    expect((await createAll(...contents, "one")).status).to.equal(200);
    expect(contentsOf(await client.get(`${collection}?limit=100`))).to.have.length(25);
  });

  it("reports validation errors and unknown IDs by name", async () => {
    const detailOf = async (answer: Promise<ClientResponse>): Promise<unknown> => {
      const { status, body } = await answer;
      return [status, (body as { detail: unknown }).detail];
    };
    const { id } = await create("Something");
    const one = `${collection}/${id}`;
    const visibility = "visibility must be 'public' or 'private'";
    expect(await detailOf(client.post(collection, { content: " \t" }))).to.deep.equal([422, "content cannot be empty"]);
    expect(await detailOf(client.patch(one, { content: " \t" }))).to.deep.equal([422, "content cannot be empty"]);
    expect(await detailOf(client.post(collection, { content: "a", visibility: "x" }))).to.deep.equal([422, visibility]);
    expect(
      await detailOf(client.post(`${collection}/batch`, { memories: [{ content: "a", visibility: "" }] })),
    ).to.deep.equal([422, visibility]);
    const empty = "At least one field (content, tags, visibility, category) must be provided";
    expect(await detailOf(client.patch(one, { colour: "red" }))).to.deep.equal([422, empty]);
    expect(await detailOf(client.patch(`${collection}/nowhere`, {}))).to.deep.equal([422, empty]);
    expect(await detailOf(client.get(`${collection}?categories=core,nonsense`))).to.deep.equal([
      400,
      "Invalid category 'nonsense'",
    ]);
    for (const answer of [
      client.get(`${collection}/nowhere`),
      client.get(`${collection}/batch`),
      client.patch(`${collection}/nowhere`, { tags: [] }),
      client.delete(`${collection}/nowhere`),
    ]) {
      expect(await detailOf(answer)).to.deep.equal([404, "Memory not found"]);
    }
  });

  it("changes only the fields in the patch, where null changes nothing", async () => {
    const before = await create("I drink tea.", { tags: ["a"] });
    const one = `${collection}/${before.id}`;
    expect(
      (await client.patch(one, { content: null, tags: null, visibility: null, category: null })).body,
    ).to.deep.equal(before);
    const patched = (await client.patch(one, { tags: [], visibility: "public", category: "habits" })).body;
    expect(patched).to.deep.include({ tags: [], visibility: "public", category: "habits", edited: false });
    const edited = (await client.patch(one, { content: "I drink coffee." })).body;
    expect(edited).to.deep.include({ id: before.id, content: "I drink coffee.", edited: true });
  });

  it("hides a rejected memory until it is accepted or created again", async () => {
    const { id } = await create("I row.");
    const one = `${collection}/${id}`;
    const accepted = () => client.patch(one, { user_review: true });
    for (const again of [accepted, () => client.post(collection, { content: "i ROW." })]) {
      const rejected = await client.patch(one, { user_review: false });
      expect(rejected.body).to.include({ id, user_review: false, reviewed: true, edited: false });
      expect(contentsOf(await client.get(collection))).to.deep.equal([]);
      expect((await client.get(one)).body).to.deep.equal(rejected.body);
      const untouched = await client.patch(one, { user_review: null });
      expect([untouched.status, untouched.body]).to.deep.equal([200, rejected.body]);
      expect((await again()).body).to.include({ id, user_review: true, manually_added: true });
      expect(contentsOf(await client.get(collection))).to.deep.equal(["I row."]);
    }
    const unfit = await client.patch(one, { user_review: "perhaps" });
    expect([unfit.status, (unfit.body as { detail: object[] }).detail[0]]).to.deep.equal([
      422,
      {
        loc: ["body", "user_review"],
        msg: "Input should be a valid boolean, unable to interpret input",
        type: "bool_parsing",
      },
    ]);
  });

  it("returns 409 for an edit that duplicates another memory", async () => {
    await create("I drink tea.");
    const { id } = await create("I drink coffee.");
    const { status, body } = await client.patch(`${collection}/${id}`, { content: "I DRINK TEA." });
    expect(status).to.equal(409);
    expect(body).to.deep.equal({ detail: "Another memory has this content" });
    expect(((await client.get(`${collection}/${id}`)).body as WireMemory).content).to.equal("I drink coffee.");
  });

  it("returns 404 for a deleted memory and allows creating it again", async () => {
    const { id } = await create("I drink tea.");
    expect((await client.delete(`${collection}/${id}`)).body).to.deep.equal({ success: true });
    expect((await client.get(`${collection}/${id}`)).status).to.equal(404);
    expect((await client.delete(`${collection}/${id}`)).status).to.equal(404);
    expect(contentsOf(await client.get(collection))).to.deep.equal([]);
    expect((await create("I drink tea.")).id).not.to.equal(id);
  });

  it("creates one memory for 200 equal concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => create("I drink tea.")));
    expect(new Set(answers.map(({ id }) => id)).size).to.equal(1);
    expect(contentsOf(await client.get(collection))).to.have.length(1);
  });

  describe("GET /v1/dev/user/memories", () => {
    it("lists newest first, 25 by default, and supports categories, limit, offset and total", async () => {
      for (let batch = 0; batch < 2; batch += 1) {
        await client.post(`${collection}/batch`, {
          memories: Array.from({ length: 20 }, (_, number) => ({
            content: `Batch ${batch}, number ${number}`,
            category: number % 2 === 0 ? "work" : "core",
          })),
        });
      }
      const usual = await client.get(collection);
      expect(usual.body).to.have.length(25);
      expect(usual.headers.get("X-Total-Count")).to.equal(null);
      const whole = (await client.get(`${collection}?limit=5000`)).body as WireMemory[];
      expect(whole).to.have.length(40);
      const order = whole.map(({ created_at, id }) => [-Date.parse(created_at), id] as const);
      expect(order).to.deep.equal(order.toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
      const work = await client.get(`${collection}?categories=work,%20habits,&limit=3&total=true`);
      expect(work.headers.get("X-Total-Count")).to.equal("20");
      expect((work.body as WireMemory[]).map(({ category }) => category)).to.deep.equal(["work", "work", "work"]);
      expect(contentsOf(await client.get(`${collection}?limit=0`))).to.have.length(1);
      expect(contentsOf(await client.get(`${collection}?offset=38`))).to.deep.equal(
        whole.slice(38).map(({ content }) => content),
      );
    });

    it("neither skips nor repeats memories when following next links during writes", async () => {
      const standing = Array.from({ length: 25 }, (_, number) => `Standing ${number}`);
      await createAll(...standing);
      const passing = (
        (await createAll(...standing.map((content) => `Passing ${content}`))).body as {
          memories: WireMemory[];
        }
      ).memories;
      const seen: string[] = [];
      let next: string | undefined = `${collection}?limit=7`;
      while (next !== undefined) {
        const page: ClientResponse = await client.get(next);
        seen.push(...contentsOf(page));
        next = nextOf(page);
        await create(`Meanwhile ${seen.length}`);
        await client.delete(`${collection}/${passing.pop()?.id ?? ""}`);
      }
      expect(seen.filter((content) => content.startsWith("Standing")).sort()).to.deep.equal(standing.toSorted());
      expect(new Set(seen).size).to.equal(seen.length);
    });
  });
});
