import { expect } from "chai";
import { collections } from "../../../src/adapters/mongodb/database/collections.js";
import { openMongoStore } from "../../../src/adapters/mongodb/index.js";
import { SystemClock } from "../../../src/adapters/system/index.js";
import type { Store } from "../../../src/ports/index.js";
import { storeContract } from "../../../src/testing/index.js";
import { skip } from "../../support/backends.js";
import { useTestDatabase } from "../../support/mongodb-server.js";
import { deleteAllDocuments } from "../../support/mongodb-store.js";
import {
  toFindQuery,
  explainQuery,
  findServingIndexes,
  findStandInScan,
  QueryRecorder,
  queryShape,
  type Index,
  type Query,
} from "../../support/query-plans.js";

const WRITE_TIMEOUT_MS = 60_000;
/** Tests with many writes, or with many callers at once, whose queries others make as well. */
const SLOW_TESTS = /the feed > (is right|begins anew|tells of|misses)|by offset|same for a day|exactly one of|at once/;

const indexes: readonly Index[] = Object.entries(collections).flatMap(([collection, definition]) =>
  definition.indexes.map(({ keys }) => ({ collection, fields: Object.keys(keys) })),
);

/** Records which methods of the store's members are called. */
function recordCalls(store: Store, calls: Set<string>): Store {
  const recording = Object.entries(store).map(([member, value]: [string, unknown]) => {
    if (typeof value !== "object" || value === null) return [member, value];
    const get = (target: object, name: string | symbol): unknown => {
      const property: unknown = Reflect.get(target, name, target);
      if (typeof property !== "function") return property;
      calls.add(`${member}.${String(name)}`);
      return property.bind(target) as unknown;
    };
    return [member, new Proxy(value, { get })];
  });
  return Object.fromEntries(recording) as Store;
}

/** The contracts make the repositories send every query that they have, with every kind of filter. */
async function runContracts(store: Store, empty: () => Promise<void>): Promise<void> {
  const tests: (() => Promise<void>)[] = [];
  const titles: string[] = [];
  const framework = {
    describe: (title: string, suite: () => void): void => {
      titles.push(title);
      suite();
      titles.pop();
    },
    it: (title: string, test: () => Promise<void>): void => {
      if (!SLOW_TESTS.test([...titles, title].join(" > "))) tests.push(test);
    },
  };
  storeContract(framework, async () => {
    await empty();
    return { subject: store, close: () => Promise.resolve() };
  });
  for (const test of tests) await test();
}

describe("MongoDB: query plans", () => {
  const database = useTestDatabase();
  const calls = new Set<string>();
  let methods: string[] = [];
  let queries: readonly Query[] = [];

  before(async () => {
    const recorder = new QueryRecorder();
    const { url, client } = database();
    const query = url.includes("?") ? "&" : "?";
    const options = { url: `${url}${query}monitorCommands=true`, clock: new SystemClock() };
    const store = await openMongoStore({ ...options, writeTimeoutMs: WRITE_TIMEOUT_MS }).finally(() => recorder.stop());
    try {
      methods = Object.entries(store).flatMap(([member, value]: [string, unknown]) => {
        if (typeof value !== "object" || value === null || member === "clock") return [];
        const names = Object.getOwnPropertyNames(Object.getPrototypeOf(value));
        return names.filter((name) => name !== "constructor").map((name) => `${member}.${name}`);
      });
      const recorded = recordCalls(store, calls);
      await runContracts(recorded, () => deleteAllDocuments(client.db()));
      // Methods that only the slow contract tests call, or none.
      await recorded.folders.get("ada", "folder");
      await recorded.webhookDeliveries.removeOlder(new Date(0), 1);
    } finally {
      await store.close();
    }
    queries = recorder.queries;
  });

  it("cover every method of the store", () => {
    expect(methods.filter((method) => !calls.has(method))).to.deep.equal([]);
    expect(methods).to.have.length.above(100);
    expect(queries).to.have.length.above(100);
  });

  it("can use an index for every query", () => {
    const scans = queries.filter((query) => findServingIndexes(query, indexes).length === 0);
    expect(scans.map((query) => [query.collection, queryShape(query)])).to.deep.equal([]);
  });

  it("contain no collection scan", async () => {
    const { isStandIn, client } = database();
    const explained = queries.filter((query) => !isStandIn || findStandInScan(query, indexes) === undefined);
    for (const query of explained) {
      const { stages } = await explainQuery(client.db(), isStandIn ? toFindQuery(query) : query);
      expect(stages, `${query.collection} ${queryShape(query)}`).to.not.include("COLLSCAN");
    }
    console.log(`      ${explained.length} of ${queries.length} queries explained by the server`);
    expect(explained).to.have.length.above(50);
  });

  it("contain no in-memory sort", async function () {
    const { isStandIn, client } = database();
    if (isStandIn) skip("the plans of the stand-in sort where MongoDB does not", this);
    for (const query of queries) {
      const { stages } = await explainQuery(client.db(), query);
      expect(stages, `${query.collection} ${queryShape(query)}`).to.not.include("SORT");
    }
  });

  it("use every index", () => {
    const used = new Set(queries.flatMap((query) => findServingIndexes(query, indexes)));
    const unused = indexes.filter((index) => !used.has(index));
    expect(unused.map(({ collection, fields }) => `${collection} ${fields.join()}`)).to.deep.equal([]);
  });

  it("are reported when a query has no index or an index has no query", async () => {
    const { isStandIn, client } = database();
    const planted = (command: object): Query => ({ collection: "conversations", command });
    const scans = [
      planted({ find: "conversations", filter: { "state.title": "A title" } }),
      planted({ find: "conversations", filter: {}, sort: { key: 1 } }),
      planted({ find: "conversations", filter: { category: "work", key: { $gt: "" } } }),
      planted({ aggregate: "conversations", pipeline: [{ $match: { starred: true } }], cursor: {} }),
      planted({ delete: "conversations", deletes: [{ q: { category: "work" }, limit: 0 }] }),
    ];
    for (const query of scans) {
      expect(findServingIndexes(query, indexes), queryShape(query)).to.deep.equal([]);
      const { stages } = await explainQuery(client.db(), isStandIn ? toFindQuery(query) : query);
      expect(stages, queryShape(query)).to.include("COLLSCAN");
    }
    const useless: Index = { collection: "conversations", fields: ["madeUp", "user"] };
    const isUsed = queries.some((query) => findServingIndexes(query, [...indexes, useless]).includes(useless));
    expect(isUsed).to.equal(false);
  });
});
