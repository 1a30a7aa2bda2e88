import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { scopes as allScopes } from "../../../src/domain/api-key.js";
import type { Client } from "../../support/client.js";
import { collection as conversations } from "../../support/conversations.js";
import { eachWithNewcomer } from "../../support/service.js";

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What any reader is answered: the ids and the moment of writing are each one's own, and fields that are null are left out. */
function everybodys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(everybodys);
  if (typeof value === "string") return ID.test(value) ? "an id" : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, name === "updated_at" ? "now" : everybodys(field)]),
  );
}

describe("the tour of the README", () => {
  let client: Client;
  eachWithNewcomer(allScopes, (newcomer) => ({ client } = newcomer));

  it("shows what the service answers to its first example", async () => {
    const readme = await readFile("README.md", "utf8");
    const request = /\$API\/conversations -d '(?<body>\{.*\})'/.exec(readme)?.groups?.["body"] ?? "";
    const query = /\$API\/conversations(?<query>\?[^"]+)"/.exec(readme)?.groups?.["query"] ?? "";
    const [created, listed] = Array.from(readme.matchAll(/```json\n(?<answer>.*?)```/gs), ({ groups }): unknown =>
      JSON.parse(groups?.["answer"] ?? ""),
    );

    const creation = await client.post(conversations, JSON.parse(request));
    const list = await client.get(`${conversations}${query}`);

    expect(everybodys(creation.body)).to.deep.equal(everybodys(created));
    expect(everybodys(list.body)).to.deep.equal(everybodys(listed));
  });
});
