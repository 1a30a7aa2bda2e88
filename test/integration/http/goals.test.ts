import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { serveEachTestWithNewUser, type TestService } from "../../support/service.js";

const collection = "/v1/dev/user/goals";

interface WireGoal {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly updated_at: string;
}

/** All fields of a PATCH. */
const nullableFields = [
  "current_value",
  "target_value",
  "min_value",
  "max_value",
  "desired_outcome",
  "horizon_at",
  "success_criteria",
  "title",
  "unit",
  "why_it_matters",
  "status",
  "focus_rank",
];

describe("/v1/dev/user/goals", () => {
  let service: TestService;
  let client: ApiClient;
  serveEachTestWithNewUser(["goals:read", "goals:write"], (newcomer) => ({ service, client } = newcomer));

  const created = async (body: object = { title: "Run" }): Promise<WireGoal> =>
    (await client.post(collection, body)).body as WireGoal;
  const one = ({ id }: WireGoal, rest = ""): string => `${collection}/${id}${rest}`;
  const progress = (goal: WireGoal, value: string): Promise<ClientResponse> =>
    client.send("PATCH", one(goal, `/progress?current_value=${value}`));
  const refused = async (sending: Promise<ClientResponse>): Promise<unknown> => {
    const { status, body } = await sending;
    expect(status).to.equal(422);
    return (body as { detail: unknown }).detail;
  };
  const titles = async (query = ""): Promise<string[]> =>
    ((await client.get(collection + query)).body as WireGoal[]).map(({ title }) => title);

  it("returns every optional field of a new goal", async () => {
    const { id, created_at, updated_at, ...rest } = (await client.post(collection, { title: " Run " })).body as Record<
      string,
      unknown
    >;
    expect(id).to.match(/^goal_[0-9a-f]{12}$/);
    expect(updated_at).to.equal(created_at);
    expect(rest).to.deep.equal({
      goal_id: id,
      title: "Run",
      goal_type: "scale",
      desired_outcome: "Run",
      current_value: 0,
      target_value: 0,
      min_value: 0,
      max_value: 10,
      is_active: true,
      source: "user",
      status: "background",
      focus_rank: null,
      horizon_at: null,
      metric: null,
      success_criteria: [],
      unit: null,
      why_it_matters: null,
    });
  });

  it("stores and returns every field", async () => {
    const body = {
      title: "Run 🏃\u0000",
      current_value: 2.5,
      desired_outcome: "A marathon",
      goal_type: "numeric",
      max_value: 42.195,
      min_value: -1,
      success_criteria: ["10 km", ""],
      target_value: 50,
      unit: "km",
      why_it_matters: "Air",
    };
    const goal = await created({ ...body, horizon_at: "2027-01-01" });
    const got = (await client.get(one(goal))).body;
    expect(got).to.deep.equal(goal);
    expect(got).to.deep.include({ ...body, horizon_at: "2027-01-01T00:00:00.000Z" });
    expect((got as Record<string, unknown>)["metric"]).to.deep.equal({
      type: "numeric",
      current: 2.5,
      target: 50,
      min: -1,
      max: 42.195,
      unit: "km",
    });
  });

  it("reports schema violations as a list and business rule violations as a string", async () => {
    const faulty = (body: object): Promise<unknown> => refused(client.post(collection, body));
    const long = { loc: ["body", "title"], msg: "String should have at most 500 characters", type: "string_too_long" };
    expect(await faulty({ title: ` ${"🌱".repeat(501)}` })).to.deep.equal([long]);
    expect(await faulty({ title: " \n " })).to.equal("title cannot be empty");
    expect(await faulty({ title: "Run", min_value: 2, max_value: 1 })).to.equal(
      "min_value must not be greater than max_value",
    );
    const notFinite = await refused(client.send("POST", collection, '{"title": "Run", "max_value": 1e400}'));
    expect(notFinite).to.deep.equal([
      { loc: ["body", "max_value"], msg: "Input should be a finite number", type: "finite_number" },
    ]);
    expect((await client.post(collection, { title: ` ${"🌱".repeat(500)} ` })).status).to.equal(200);
  });

  it("changes only the fields in the patch, where null changes nothing", async () => {
    const goal = await created({ title: "Run", unit: "km", horizon_at: "2027-01-01", why_it_matters: "Air" });
    const { body } = await client.patch(one(goal), { status: "focused", focus_rank: 1, unit: null, horizon_at: null });
    expect(body).to.deep.include({ title: "Run", status: "focused", focus_rank: 1, unit: "km" });
    expect(body).to.include({ horizon_at: "2027-01-01T00:00:00.000Z", why_it_matters: "Air" });
    const nulls = Object.fromEntries(nullableFields.map((field) => [field, null]));
    const { status, body: afterNulls } = await client.patch(one(goal), nulls);
    expect({ status, body: afterNulls }).to.deep.equal({ status: 200, body });
    expect(await refused(client.patch(one(goal), { min_value: 11 }))).to.equal(
      "min_value must not be greater than max_value",
    );
    expect(await refused(client.patch(one(goal), { unknown: 1 }))).to.match(/^At least one field \(current_value, /);
    const unchanged = await client.patch(one(goal), { status: null, focus_rank: null });
    expect(unchanged).to.include({ status: 200 });
    expect(unchanged.body).to.deep.equal(body);
  });

  it("validates the schema, then the rules, then that the goal exists", async () => {
    const nowhere = `${collection}/nowhere`;
    expect(await refused(client.patch(nowhere, { status: "done", title: null }))).to.be.an("array");
    expect(await refused(client.patch(nowhere, { title: " " }))).to.equal("title cannot be empty");
    const { status, body } = await client.patch(nowhere, { title: "Run" });
    expect({ status, body }).to.deep.equal({ status: 404, body: { detail: "Goal not found" } });
  });

  it("keeps only the last value of a day in the history", async () => {
    const goal = await created();
    expect((await client.get(one(goal, "/history"))).body).to.deep.equal([]);
    expect((await progress(goal, "3")).body).to.deep.include({ current_value: 3, status: "background" });
    const { updated_at } = (await client.patch(one(goal), { current_value: 12 })).body as WireGoal;
    const history = (await client.get(one(goal, "/history?days=1"))).body as object[];
    expect(history[0]).to.deep.equal({ date: updated_at.slice(0, 10), value: 12, recorded_at: updated_at });
    for (const days of [0, 366]) {
      expect(await refused(client.get(one(goal, `/history?days=${days}`)))).to.have.length(1);
    }
  });

  it("rejects progress that is not a finite number", async () => {
    const goal = await created();
    for (const wrong of ["", "x", "NaN", "1e400", "Infinity"])
      expect(await refused(progress(goal, wrong))).to.be.an("array");
    expect((await client.get(one(goal))).body).to.deep.equal(goal);
  });

  it("abandons a deleted goal, which stays readable and editable", async () => {
    const goal = await created();
    const answers = [await client.delete(one(goal)), await client.delete(one(goal))];
    for (const { status, body } of answers) {
      expect({ status, body }).to.deep.equal({ status: 200, body: { success: true } });
    }
    expect((await client.get(one(goal))).body).to.deep.include({ status: "abandoned", is_active: false });
    expect(await titles()).to.deep.equal([]);
    expect((await progress(goal, "1")).body).to.deep.include({ status: "abandoned", current_value: 1 });
    expect((await client.patch(one(goal), { status: "paused" })).body).to.deep.include({ is_active: true });
    expect(await titles()).to.deep.equal(["Run"]);
  });

  it("lists ten per page: active goals oldest first, all goals newest first", async () => {
    const given = Array.from({ length: 12 }, (_, index) => `Goal ${index + 1}`);
    for (const title of given) {
      await created({ title });
      await laterThan(Date.now());
    }
    expect(await titles()).to.deep.equal(given.slice(0, 10));
    expect(await titles("?offset=10")).to.deep.equal(given.slice(10));
    expect(await titles("?limit=0")).to.have.length(1);
    expect(await titles("?limit=1000&include_inactive=true")).to.deep.equal(given.toReversed());
  });

  for (const query of ["?limit=2&total=true", "?limit=2&include_inactive=true&total=true"]) {
    it(`neither skips nor repeats goals when following next links during writes: ${query}`, async () => {
      const stay: string[] = [];
      for (const title of ["a", "b", "c", "d", "e"]) {
        stay.push((await created({ title })).id);
        await laterThan(Date.now());
      }
      const seen: string[] = [];
      let next: string | undefined = collection + query;
      while (next !== undefined) {
        const { body, headers } = await client.get(next);
        expect(Number(headers.get("X-Total-Count"))).to.be.at.least(5);
        seen.push(...(body as WireGoal[]).map(({ id }) => id));
        next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
        if (seen.length < 5) await client.delete(one(await created({ title: "passing" })));
      }
      const ofThoseThatStay = seen.filter((id) => stay.includes(id));
      expect(ofThoseThatStay.toSorted()).to.deep.equal(stay.toSorted());
    });
  }

  it("hides goals from other users", async () => {
    const goal = await created();
    const hers = await service.clientWithToken("somebody else");
    for (const { status } of [
      await hers.get(one(goal)),
      await hers.get(one(goal, "/history")),
      await hers.patch(one(goal), { title: "Mine" }),
      await hers.delete(one(goal)),
    ]) {
      expect(status).to.equal(404);
    }
    expect((await hers.get(`${collection}?include_inactive=true`)).body).to.deep.equal([]);
    expect((await client.get(one(goal))).body).to.deep.equal(goal);
  });
});

/** So that what comes next is newer. */
async function laterThan(instant: number): Promise<void> {
  while (Date.now() <= instant) await new Promise((resolve) => setTimeout(resolve, 1));
}
