import { readFileSync } from "node:fs";
import { expect } from "chai";
import { collections, type IndexDefinition } from "../../../src/adapters/mongodb/collections.js";

const words = (line: string): string => line.replaceAll(/\s+/g, " ").trim();

function rowOf(collection: string, { keys, options = {}, serves }: IndexDefinition): string {
  const fields = Object.keys(keys).map((key) => `\`${key}\``);
  const flags = Object.entries(options).map(([name, value]) => ` (${value === true ? name : "partial"})`);
  return `| \`${collection}\` | ${fields.join(", ")}${flags.join("")} | ${serves} |`;
}

describe("the documentation of the MongoDB store", () => {
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

  it("shards every collection by the key that it is made for", () => {
    const page = readFileSync("docs/operations.md", "utf8");
    const [, list = ""] =
      /for \(const name of \[(?<names>[^\]]*)\]\)\s+sh\.shardCollection\(`mneme\.\$\{name\}`, \{ user: 1 \}\)/.exec(
        page,
      ) ?? [];
    const namesWith = (key: "user" | "_id"): string[] =>
      Object.entries(collections).flatMap(([name, { shardKey }]) => (shardKey === key ? [name] : []));
    expect([...list.matchAll(/"(?<name>\w+)"/g)].map(([, name]) => name)).to.deep.equal(namesWith("user"));
    for (const name of namesWith("_id")) expect(page).to.include(`sh.shardCollection("mneme.${name}", { _id: 1 })`);
  });

  it("has the shard key first in every unique index of a sharded collection", () => {
    for (const [name, { shardKey, indexes }] of Object.entries(collections)) {
      for (const { keys, options } of indexes) {
        if (shardKey && options?.unique) expect(Object.keys(keys)[0], name).to.equal(shardKey);
      }
    }
  });
});
