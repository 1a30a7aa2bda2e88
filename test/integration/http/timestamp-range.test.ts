import { expect } from "chai";
import { apiScopes } from "../../../src/domain/user/api-key.js";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { serveEachTestWithNewUser } from "../../support/service.js";

/** With an offset the wire can name instants before the year 1 and after the year 9999 in UTC. */
const BEFORE_ALL = "0001-01-01T00:00:00+01:00";
const AFTER_ALL = "9999-12-31T23:59:59-01:00";
const FIRST = "0001-01-01T00:00:00.000Z";
const LAST = "9999-12-31T23:59:59.000Z";

const api = "/v1/dev/user";
const segments = [{ text: "Hello there", start: 0, end: 1 }];

/** Every body of the API that bears an instant, by the instant's name. */
const bearers: readonly { readonly path: string; readonly field: string; readonly body: object }[] = [
  { path: "/action-items", field: "due_at", body: { description: "Call Tom" } },
  { path: "/goals", field: "horizon_at", body: { title: "Row" } },
  { path: "/conversations", field: "started_at", body: { text: "Hello there" } },
  { path: "/conversations/from-segments", field: "started_at", body: { transcript_segments: segments } },
  { path: "/conversations", field: "finished_at", body: { text: "Hello there" } },
  { path: "/conversations/from-segments", field: "finished_at", body: { transcript_segments: segments } },
];

const outside = (field: string): readonly string[] => (field === "finished_at" ? [AFTER_ALL] : [BEFORE_ALL, AFTER_ALL]);

const linkOf = ({ headers }: ClientResponse): string =>
  /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1] ?? "no link";

describe("the timestamp range of the HTTP API", () => {
  let client: ApiClient;
  serveEachTestWithNewUser(apiScopes, (newcomer) => ({ client } = newcomer));

  for (const { path, field, body } of bearers) {
    it(`limits ${field} of POST ${path}`, async () => {
      for (const instant of outside(field)) {
        const refused = await client.post(api + path, { ...body, [field]: instant });
        expect([refused.status, refused.body]).to.deep.equal([422, { detail: `${field} is out of range` }]);
      }
    });
  }

  it("limits due_at and horizon_at of PATCH", async () => {
    for (const { path, field, body } of bearers.slice(0, 2)) {
      const { id } = (await client.post(api + path, body)).body as { readonly id: string };
      for (const instant of outside(field)) {
        const refused = await client.patch(`${api}${path}/${id}`, { [field]: instant });
        expect([refused.status, refused.body]).to.deep.equal([422, { detail: `${field} is out of range` }]);
      }
      for (const instant of [FIRST, LAST]) {
        const changed = await client.patch(`${api}${path}/${id}`, { [field]: instant });
        expect((changed.body as Record<string, unknown>)[field]).to.equal(instant);
      }
    }
  });

  it("includes conversations held at either end", async () => {
    for (const started_at of [FIRST, "9999-12-31T23:50:00.000Z"]) {
      const body = { text: "I will send Tom the report tomorrow. We meet next week on Monday at noon.", started_at };
      const created = await client.post(`${api}/conversations`, body);
      expect(created.body).to.include({ status: "completed" });
      const { id } = created.body as { readonly id: string };
      const { body: shown } = await client.get(`${api}/conversations/${id}`);
      expect(JSON.stringify(shown))
        .to.include(started_at)
        .and.not.match(/"[+-]\d{6}-/);
    }
  });

  for (const path of ["/action-items", "/conversations"]) {
    it(`does not restrict date filters of GET ${path}, whose next links can be followed`, async () => {
      for (const { path: made, body } of bearers.slice(0, 1).concat(bearers.slice(2, 3))) {
        for (let count = 0; count < 3; count += 1) await client.post(api + made, body);
      }
      const all = (await client.get(api + path)).body as readonly object[];
      const bounds = [`start_date=${encodeURIComponent(BEFORE_ALL)}`, `end_date=${AFTER_ALL}`];
      for (const query of [...bounds, bounds.join("&")]) {
        const seen: unknown[] = [];
        let page = await client.get(`${api}${path}?limit=2&${query}`);
        seen.push(...(page.body as unknown[]));
        page = await client.get(linkOf(page));
        expect(page.status).to.equal(200);
        seen.push(...(page.body as unknown[]));
        expect(seen).to.deep.equal(all.slice(0, 4));
        expect(seen).to.have.length(3);
      }
    });
  }
});
