import { expect } from "chai";
import { neutral } from "../../../src/adapters/http/wire-names.js";
import { schemaOf } from "../../../src/adapters/http/field.js";
import type { Answered, Client } from "../client.js";
import { membership } from "../list-members.js";
import { Random } from "../random.js";
import { routeTable } from "../route-table.js";
import { startService, type TestService } from "../service.js";

const MEMBERS = 40;
/** In this share what may go does, each time. */
const REMOVED = 0.1;

const lists = routeTable().filter(({ method, query }) => {
  const properties = query && schemaOf(query, neutral)["properties"];
  return method === "GET" && properties instanceof Object && "cursor" in properties;
});

const idsOf = ({ body }: Answered): string[] => (body as readonly { id: string }[]).map(({ id }) => id);

const notOurs = [
  { loc: ["query", "cursor"], msg: "Input should be a cursor that this list gave out", type: "value_error" },
];

/** Two ways each to ask a list for the same. */
const sameFilters: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  "/v1/dev/user/action-items": [["completed=false", "completed=0"]],
  "/v1/dev/user/conversations": [
    ["categories=personal,work", "categories=work,%20personal,work"],
    ["", "categories="],
    ["categories=,", ""],
  ],
  "/v1/dev/user/goals": [["", "include_inactive=false"]],
  "/v1/dev/user/notifications": [["unread=true", "unread=1"]],
  "/v1/dev/user/memories": [
    ["categories=lifestyle,work", "categories=work,%20lifestyle,work"],
    ["", "categories="],
    ["categories=,", ""],
  ],
};

/** One of each list that chooses among its members. */
const filters: Readonly<Record<string, readonly string[]>> = {
  "/v1/dev/user/action-items": ["completed=false", "conversation_id=x", "start_date=2020-01-01", "end_date=2100-01-01"],
  "/v1/dev/user/conversations": [
    "starred=false",
    "status=failed",
    "folder_id=x",
    "categories=other",
    "start_date=2020-01-01",
  ],
  "/v1/dev/user/goals": ["include_inactive=true"],
  "/v1/dev/user/memories": ["categories=core"],
  "/v1/dev/user/notifications": ["unread=true"],
  "/v1/dev/apps/deliveries": ["app_id=x"],
};

const cursorOf = (page: Answered): string => new URL(`http://x${nextOf(page) ?? ""}`).searchParams.get("cursor") ?? "";

const nextOf = ({ headers }: Answered): string | undefined =>
  /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];

/** A list of one user, and another client of the same user who changes it. */
class List {
  #made = 0;

  constructor(
    readonly path: string,
    readonly client: Client,
    readonly random: Random,
  ) {}

  async add(): Promise<string> {
    this.#made += 1;
    const mark = `We spoke of plan number ${this.#made} for the garden`;
    return membership(this.path).add(this.client, mark, this.random);
  }

  async remove(id: string): Promise<void> {
    if (!membership(this.path).isRemovable) return;
    expect((await this.client.delete(`${this.path}/${id}`)).status).to.be.oneOf([200, 204]);
  }

  /** Adds some, and removes some of what is there and need not stay. */
  async disturb(constant: readonly string[] = []): Promise<void> {
    for (let count = this.random.integer(4); count > 0; count -= 1) await this.add();
    for (const id of await this.whole())
      if (!constant.includes(id) && this.random.chance(REMOVED)) await this.remove(id);
  }

  async whole(): Promise<string[]> {
    return idsOf(await this.client.get(`${this.path}?limit=200`));
  }
}

/** @param walks through each list from its beginning to its end, while it changes. */
export function pagedLists(walks: number): void {
  describe("a list that is paged", () => {
    let service: TestService;
    let users = 0;

    before(async () => {
      service = await startService();
    });
    after(() => service.close());

    const listOf = async (path: string): Promise<{ readonly list: List; readonly members: string[] }> => {
      users += 1;
      const list = new List(path, await service.identified(`user-${users}`), new Random(users));
      const members: string[] = [];
      while (members.length < MEMBERS) members.push(await list.add());
      return { list, members };
    };

    it("covers every route that has a cursor", () => {
      expect(lists.map(({ path }) => path)).to.include.members([
        "/v1/dev/apps",
        "/v1/dev/keys",
        "/v1/dev/user/action-items",
        "/v1/dev/user/conversations",
        "/v1/dev/user/goals",
        "/v1/dev/user/memories",
        "/v1/dev/user/notifications",
      ]);
    });

    it("returns the total on request", async () => {
      const client = await service.identified("has folders");
      await client.post("/v1/dev/user/conversations", { text: "We spoke of the garden" });
      const counted = await client.get("/v1/dev/user/folders?total=true");
      expect(counted.headers.get("X-Total-Count")).to.equal(String(idsOf(counted).length));
      expect(idsOf(counted)).to.have.length(3);
      const uncounted = await client.get("/v1/dev/user/folders");
      expect([idsOf(uncounted), uncounted.headers.has("X-Total-Count")]).to.deep.equal([idsOf(counted), false]);
    });

    for (const { path } of lists) {
      describe(path, () => {
        it("neither skips nor repeats constant items by cursor, while others are added and removed", async () => {
          const { list, members } = await listOf(path);
          for (let walk = 0; walk < walks; walk += 1) {
            const constant = (await list.whole()).filter((id) => members.indexOf(id) % 2 === 0);
            const seen: string[] = [];
            const offset = walk % 3;
            let next: string | undefined = `${path}?limit=${1 + list.random.integer(6)}&offset=${offset}`;
            const skipped = (await list.whole()).slice(0, offset);
            while (next !== undefined) {
              const page: Answered = await list.client.get(next);
              expect(page.status).to.equal(200);
              seen.push(...idsOf(page));
              const last = idsOf(page).at(-1);
              // Where the page ended is gone when the next one is asked for.
              if (last !== undefined && !constant.includes(last) && list.random.chance(0.5)) await list.remove(last);
              await list.disturb(constant);
              next = nextOf(page);
            }
            expect(new Set(seen).size, "repeated").to.equal(seen.length);
            expect(seen.length).to.be.greaterThan(10);
            const kept = constant.filter((id) => !skipped.includes(id));
            expect(
              seen.filter((id) => constant.includes(id)),
              "skipped, or in another order",
            ).to.deep.equal(kept);
          }
        });

        it("accepts only the cursors that it returned, whatever the page size", async () => {
          const { list } = await listOf(path);
          const whole = await list.whole();
          const cursor = cursorOf(await list.client.get(`${path}?limit=2`));
          const goneOn = await list.client.get(`${path}?limit=5&total=true&cursor=${cursor}`);
          expect(idsOf(goneOn)).to.deep.equal(whole.slice(2, 7));
          expect(goneOn.headers.get("X-Total-Count")).to.equal(String(MEMBERS));
          const others = await Promise.all(
            lists.filter((other) => other.path !== path).map((other) => listOf(other.path)),
          );
          const foreign = await Promise.all(others.map(({ list: other }) => other.client.get(`${other.path}?limit=2`)));
          for (const other of ["AAAA", "nonsense", ...foreign.map(cursorOf)]) {
            const { status, body } = await list.client.get(`${path}?cursor=${other}`);
            expect([status, body], other).to.deep.equal([422, { detail: notOurs }]);
          }
          for (const filter of filters[path] ?? []) {
            const { status, body } = await list.client.get(`${path}?${filter}&cursor=${cursor}`);
            expect([status, body], filter).to.deep.equal([422, { detail: notOurs }]);
          }
        });

        for (const [filter, same] of sameFilters[path] ?? []) {
          it(`goes on where "${filter}" ended when asked for "${same}"`, async () => {
            const { list } = await listOf(path);
            const whole = idsOf(await list.client.get(`${path}?limit=${MEMBERS}&${filter}`));
            const cursor = cursorOf(await list.client.get(`${path}?limit=2&${filter}`));
            const goneOn = await list.client.get(`${path}?limit=3&${same}&cursor=${cursor}`);
            expect([goneOn.status, idsOf(goneOn)]).to.deep.equal([200, whole.slice(2, 5)]);
            expect(idsOf(goneOn)).to.have.length(3);
          });
        }

        it("returns by offset the items that are there at that moment", async () => {
          const { list } = await listOf(path);
          for (let offset = 0; offset < MEMBERS; offset += 7) {
            const whole = await list.whole();
            const page = await list.client.get(`${path}?limit=7&offset=${offset}&total=true`);
            expect(idsOf(page)).to.deep.equal(whole.slice(offset, offset + 7));
            expect(page.headers.get("X-Total-Count")).to.equal(String(whole.length));
            await list.disturb();
          }
        });
      });
    }
  });
}
