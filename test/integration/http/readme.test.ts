import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { apiScopes as allScopes } from "../../../src/domain/user/api-key.js";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH as conversations } from "../../support/conversation-requests.js";
import { readBlocksOf } from "../../support/documentation-blocks.js";
import { serveEachTestWithNewUser } from "../../support/service.js";

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Replaces IDs and write times, which differ between runs, and removes null fields. */
function normalizeResponse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalizeResponse);
  if (typeof value === "string") return ID.test(value) ? "an id" : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null)
      .map(([name, field]) => [name, name === "updated_at" ? "now" : normalizeResponse(field)]),
  );
}

describe("the README tour", () => {
  let client: ApiClient;
  serveEachTestWithNewUser(allScopes, (newcomer) => ({ client } = newcomer));

  it("shows the actual responses to its first example", async () => {
    const readme = await readFile("README.md", "utf8");
    const request = /\$API\/conversations -d '(?<body>\{.*\})'/.exec(readme)?.groups?.["body"] ?? "";
    const query = /\$API\/conversations(?<query>\?[^"]+)"/.exec(readme)?.groups?.["query"] ?? "";
    const [created, listed] = readBlocksOf("test/integration/http/readme.test.ts").map(({ code }): unknown =>
      JSON.parse(code),
    );

    const creation = await client.post(conversations, JSON.parse(request));
    const list = await client.get(`${conversations}${query}`);

    expect(normalizeResponse(creation.body)).to.deep.equal(normalizeResponse(created));
    expect(normalizeResponse(list.body)).to.deep.equal(normalizeResponse(listed));
  });
});
