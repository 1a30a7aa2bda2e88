import { expect } from "chai";
import { neutralNaming } from "../../../src/adapters/http/kernel/naming-profile.js";
import { createSchema } from "../../../src/adapters/http/kernel/dto-fields.js";
import type { ClientResponse, ApiClient } from "../api-client.js";
import { membershipOf } from "../list-members.js";
import { SeededRandom } from "../random.js";
import { createRouteTable } from "../route-table.js";
import { startService, type TestService } from "../service.js";

const MEMBERS_PER_LIST = 40;
/** The probability that a removable member is removed in each change. */
const REMOVAL_SHARE = 0.1;

const pagedRoutes = createRouteTable().filter(({ method, query }) => {
  const properties = query && createSchema(query, neutralNaming)["properties"];
  return method === "GET" && properties instanceof Object && "cursor" in properties;
});

const idsOf = ({ body }: ClientResponse): string[] => (body as readonly { id: string }[]).map(({ id }) => id);

const FOREIGN_CURSOR_DETAIL = [
  { loc: ["query", "cursor"], msg: "Input should be a cursor that this list gave out", type: "value_error" },
];

/** Pairs of equivalent queries of a list. */
const equivalentFilters: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
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

/** One query for each filter of each list. */
const filtersByList: Readonly<Record<string, readonly string[]>> = {
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

const cursorOf = (page: ClientResponse): string =>
  new URL(`http://x${nextOf(page) ?? ""}`).searchParams.get("cursor") ?? "";

const nextOf = ({ headers }: ClientResponse): string | undefined =>
  /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];

/** A list of a user, with a client of the same user that changes it. */
class ChangingList {
  #memberCount = 0;

  constructor(
    readonly path: string,
    readonly client: ApiClient,
    readonly random: SeededRandom,
  ) {}

  async add(): Promise<string> {
    this.#memberCount += 1;
    const mark = `We spoke of plan number ${this.#memberCount} for the garden`;
    return membershipOf(this.path).add(this.client, mark, this.random);
  }

  async remove(id: string): Promise<void> {
    if (!membershipOf(this.path).isRemovable) return;
    expect((await this.client.delete(`${this.path}/${id}`)).status).to.be.oneOf([200, 204]);
  }

  /** Adds some members, and removes some that need not stay. */
  async changeRandomly(keptIds: readonly string[] = []): Promise<void> {
    for (let count = this.random.nextInteger(4); count > 0; count -= 1) await this.add();
    for (const id of await this.listAllIds())
      if (!keptIds.includes(id) && this.random.nextBoolean(REMOVAL_SHARE)) await this.remove(id);
  }

  async listAllIds(): Promise<string[]> {
    return idsOf(await this.client.get(`${this.path}?limit=200`));
  }
}

/** @param walks the number of walks through each list, from beginning to end, while it changes. */
export function pagedListsSuite(walks: number): void {
  describe("pagination", () => {
    let service: TestService;
    let users = 0;

    before(async () => {
      service = await startService();
    });
    after(() => service.close());

    const createList = async (path: string): Promise<{ readonly list: ChangingList; readonly members: string[] }> => {
      users += 1;
      const list = new ChangingList(path, await service.clientWithToken(`user-${users}`), new SeededRandom(users));
      const members: string[] = [];
      while (members.length < MEMBERS_PER_LIST) members.push(await list.add());
      return { list, members };
    };

    it("is tested on every route with a cursor", () => {
      expect(pagedRoutes.map(({ path }) => path)).to.include.members([
        "/v1/dev/apps",
        "/v1/dev/keys",
        "/v1/dev/user/action-items",
        "/v1/dev/user/conversations",
        "/v1/dev/user/goals",
        "/v1/dev/user/memories",
        "/v1/dev/user/notifications",
      ]);
    });

    it("returns X-Total-Count on request", async () => {
      const client = await service.clientWithToken("has folders");
      await client.post("/v1/dev/user/conversations", { text: "We spoke of the garden" });
      const withTotal = await client.get("/v1/dev/user/folders?total=true");
      expect(withTotal.headers.get("X-Total-Count")).to.equal(String(idsOf(withTotal).length));
      expect(idsOf(withTotal)).to.have.length(3);
      const withoutTotal = await client.get("/v1/dev/user/folders");
      expect([idsOf(withoutTotal), withoutTotal.headers.has("X-Total-Count")]).to.deep.equal([idsOf(withTotal), false]);
    });

    for (const { path } of pagedRoutes) {
      describe(path, () => {
        it("neither skips nor repeats items by cursor during concurrent inserts and deletes", async () => {
          const { list, members } = await createList(path);
          for (let walk = 0; walk < walks; walk += 1) {
            const constantIds = (await list.listAllIds()).filter((id) => members.indexOf(id) % 2 === 0);
            const seenIds: string[] = [];
            const offset = walk % 3;
            let next: string | undefined = `${path}?limit=${1 + list.random.nextInteger(6)}&offset=${offset}`;
            const skipped = (await list.listAllIds()).slice(0, offset);
            while (next !== undefined) {
              const page: ClientResponse = await list.client.get(next);
              expect(page.status).to.equal(200);
              seenIds.push(...idsOf(page));
              const lastId = idsOf(page).at(-1);
              // Remove the member at which the page ended before requesting the next page.
              if (lastId !== undefined && !constantIds.includes(lastId) && list.random.nextBoolean(0.5))
                await list.remove(lastId);
              await list.changeRandomly(constantIds);
              next = nextOf(page);
            }
            expect(new Set(seenIds).size, "repeated").to.equal(seenIds.length);
            expect(seenIds.length).to.be.greaterThan(10);
            const expectedIds = constantIds.filter((id) => !skipped.includes(id));
            expect(
              seenIds.filter((id) => constantIds.includes(id)),
              "skipped, or in another order",
            ).to.deep.equal(expectedIds);
          }
        });

        it("accepts only cursors of the same list and filter, with any page size", async () => {
          const { list } = await createList(path);
          const allIds = await list.listAllIds();
          const cursor = cursorOf(await list.client.get(`${path}?limit=2`));
          const nextPage = await list.client.get(`${path}?limit=5&total=true&cursor=${cursor}`);
          expect(idsOf(nextPage)).to.deep.equal(allIds.slice(2, 7));
          expect(nextPage.headers.get("X-Total-Count")).to.equal(String(MEMBERS_PER_LIST));
          const otherLists = await Promise.all(
            pagedRoutes
              .filter((otherRoute) => otherRoute.path !== path)
              .map((otherRoute) => createList(otherRoute.path)),
          );
          const foreignPages = await Promise.all(
            otherLists.map(({ list: other }) => other.client.get(`${other.path}?limit=2`)),
          );
          for (const invalidCursor of ["AAAA", "nonsense", ...foreignPages.map(cursorOf)]) {
            const { status, body } = await list.client.get(`${path}?cursor=${invalidCursor}`);
            expect([status, body], invalidCursor).to.deep.equal([422, { detail: FOREIGN_CURSOR_DETAIL }]);
          }
          for (const filter of filtersByList[path] ?? []) {
            const { status, body } = await list.client.get(`${path}?${filter}&cursor=${cursor}`);
            expect([status, body], filter).to.deep.equal([422, { detail: FOREIGN_CURSOR_DETAIL }]);
          }
        });

        for (const [filter, equivalent] of equivalentFilters[path] ?? []) {
          it(`accepts a cursor of the filter "${filter}" with the equivalent filter "${equivalent}"`, async () => {
            const { list } = await createList(path);
            const allIds = idsOf(await list.client.get(`${path}?limit=${MEMBERS_PER_LIST}&${filter}`));
            const cursor = cursorOf(await list.client.get(`${path}?limit=2&${filter}`));
            const nextPage = await list.client.get(`${path}?limit=3&${equivalent}&cursor=${cursor}`);
            expect([nextPage.status, idsOf(nextPage)]).to.deep.equal([200, allIds.slice(2, 5)]);
            expect(idsOf(nextPage)).to.have.length(3);
          });
        }

        it("returns the current items by offset", async () => {
          const { list } = await createList(path);
          for (let offset = 0; offset < MEMBERS_PER_LIST; offset += 7) {
            const allIds = await list.listAllIds();
            const page = await list.client.get(`${path}?limit=7&offset=${offset}&total=true`);
            expect(idsOf(page)).to.deep.equal(allIds.slice(offset, offset + 7));
            expect(page.headers.get("X-Total-Count")).to.equal(String(allIds.length));
            await list.changeRandomly();
          }
        });
      });
    }
  });
}
