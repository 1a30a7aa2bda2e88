import { request as open } from "node:http";
import { expect } from "chai";
import { RawConnection, requestText } from "../../support/raw-connection.js";
import { startService, type TestService } from "../../support/service.js";
import { retryUntilPassing } from "../../support/eventually.js";

const conversations = "/v1/dev/user/conversations";

describe("HTTP response headers", () => {
  let service: TestService;
  before(async () => {
    service = await startService();
  });
  after(() => service.close());

  it("include Cache-Control: no-store for personal and secret data", async () => {
    const client = await service.clientWithKey("ada");
    const owner = await service.clientWithToken("ada");
    const nobody = service.clientFor();
    const created = await client.post(conversations, { text: "I will call Ana tomorrow." });
    const { id } = created.body as { id: string };
    const answers = {
      created,
      list: await client.get(conversations),
      one: await client.get(`${conversations}/${id}`),
      missing: await client.get(`${conversations}/none`),
      invalid: await client.post(conversations, {}),
      unknown: await client.get("/nowhere"),
      unauthenticated: await nobody.get(conversations),
      forbidden: await client.get("/v1/dev/user/goals"),
      key: await owner.post("/v1/dev/keys", { name: "phone" }),
      app: await owner.post("/v1/dev/apps", { name: "Reader" }),
      deleted: await client.delete(`${conversations}/${id}`),
    };
    const kept = Object.entries(answers).filter(([, { headers }]) => headers.get("Cache-Control") !== "no-store");
    expect(kept.map(([name]) => name)).to.deep.equal([]);
    expect(answers.key.status).to.equal(200);
    expect(answers.app.status).to.equal(200);
  });

  it("let clients revalidate the OpenAPI document by ETag", async () => {
    const url = `${service.url}/openapi.json`;
    const first = await fetch(url);
    const etag = first.headers.get("ETag") ?? "";
    expect(etag).to.match(/^"[\w-]{20,}"$/);
    expect(first.headers.get("Cache-Control")).to.equal("no-cache");
    expect(first.headers.get("Content-Type")).to.equal("application/json; charset=utf-8");
    const bytes = Number(first.headers.get("Content-Length"));
    expect((await first.arrayBuffer()).byteLength).to.equal(bytes);
    for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      expect(await statusOf(url, { "If-None-Match": condition }), condition).to.deep.equal({ status: 304, length: 0 });
    }
    for (const condition of ['"other"', etag.slice(1, -1)]) {
      const answered = await statusOf(url, { "If-None-Match": condition });
      expect(answered, condition).to.deep.equal({ status: 200, length: bytes });
    }
  });

  it("are not produced for a request with two Host headers, which is rejected", async () => {
    for (const names of [
      ["Host", "Host"],
      ["Host", "hOST"],
    ]) {
      const connection = await RawConnection.open(service.url);
      connection.startReading();
      const lines = names.map((name) => `${name}: mneme\r\n`).join("");
      connection.send(`GET /healthz HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
      await retryUntilPassing(() => expect(connection.isClosed).to.equal(true));
      expect(connection.responseBodies).to.deep.equal([JSON.stringify({ detail: "Host header is repeated" })]);
    }
    const connection = await RawConnection.open(service.url);
    connection.startReading();
    connection.send(requestText("/healthz", { headers: { Hosts: "other", Connection: "close" } }));
    await retryUntilPassing(() => expect(connection.responseBodies).to.deep.equal([JSON.stringify({ status: "ok" })]));
  });
});

/** `fetch` answers a 304 from its own cache rules. */
function statusOf(url: string, headers: Record<string, string>): Promise<{ status: number; length: number }> {
  return new Promise((resolve, reject) => {
    open(url, { headers }, (response) => {
      let length = 0;
      response.on("data", (chunk: Buffer) => (length += chunk.length));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, length }));
    })
      .on("error", reject)
      .end();
  });
}
