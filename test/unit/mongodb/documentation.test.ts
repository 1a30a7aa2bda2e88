import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { collections, type IndexDefinition } from "../../../src/adapters/mongodb/database/collections.js";
import { readBlocksOf } from "../../support/documentation-blocks.js";

const words = (line: string): string => line.replaceAll(/\s+/g, " ").trim();

function rowOf(collection: string, { keys, options = {}, serves }: IndexDefinition): string {
  const fields = Object.keys(keys).map((key) => `\`${key}\``);
  const flags = Object.entries(options).map(([name, value]) => ` (${value === true ? name : "partial"})`);
  return `| \`${collection}\` | ${fields.join(", ")}${flags.join("")} | ${serves} |`;
}

describe("The documentation of the MongoDB store", () => {
  it("lists every collection and index with the queries that it serves", () => {
    const rows = readFileSync("docs/mongodb.md", "utf8")
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map(words);
    const byId: IndexDefinition = { keys: { _id: 1 }, serves: "reads and writes by ID" };
    const expected = Object.entries(collections).flatMap(([name, { indexes }]) =>
      (indexes.length > 0 ? indexes : [byId]).map((index) => words(rowOf(name, index))),
    );
    expect(rows).to.deep.equal(expected);
  });

  it("shards every collection by its shard key", () => {
    const sharded: Record<string, object> = {};
    const databases: string[] = [];
    const sh = {
      enableSharding: (database: string) => databases.push(database),
      shardCollection: (name: string, key: object) => (sharded[name] = { ...key }),
    };
    for (const { code } of readBlocksOf("test/unit/mongodb/documentation.test.ts")) runInNewContext(code, { sh });
    const expected = Object.entries(collections).flatMap(([name, { shardKey }]) =>
      shardKey ? [[`mneme.${name}`, { [shardKey]: 1 }]] : [],
    );
    expect(databases).to.deep.equal(["mneme"]);
    expect(sharded).to.deep.equal(Object.fromEntries(expected));
  });

  it("describes unique indexes that start with the shard key", () => {
    for (const [name, { shardKey, indexes }] of Object.entries(collections)) {
      for (const { keys, options } of indexes) {
        if (shardKey && options?.unique) expect(Object.keys(keys)[0], name).to.equal(shardKey);
      }
    }
  });
});
