import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { createContainer } from "../../../src/composition/container.js";
import { readSettings } from "../../../src/composition/settings.js";
import * as tokens from "../../../src/composition/tokens.js";
import type { OutboundClient } from "../../../src/ports/driven/index.js";
import { anOutboundRequest, anOutboundClient } from "../../support/outbound-client.js";

const HERE = "127.0.0.1";

interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

describe("OutboundClient: requests", () => {
  const asked: Asked[] = [];
  let server: Server;
  let origin: string;

  before(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        asked.push({ url: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
        response.end("ok");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, HERE, resolve));
    origin = `http://${HERE}:${(server.address() as AddressInfo).port}`;
  });
  after(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => void asked.splice(0));

  const client = anOutboundClient({ allowed: [HERE] });

  it("are signed so that the standardwebhooks library verifies them with either secret", async () => {
    const secrets = [24, 32].map((bytes) => `whsec_${randomBytes(bytes).toString("base64")}`);
    const texts = ["", "{}", JSON.stringify({ text: "naïve 🌱\r\n" }), "x".repeat(300_000)];
    for (const body of texts) await client.post(anOutboundRequest(origin, { body, signing: { id: "msg_1", secrets } }));
    expect(asked.map(({ body }) => body.toString())).to.deep.equal(texts);
    for (const { headers, body } of asked) {
      for (const secret of secrets) {
        new Webhook(secret).verify(body.toString(), headers as Record<string, string>, { jsonParse: false });
      }
    }
  });

  it("contain any binary body unchanged", async () => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await client.post(
      anOutboundRequest(origin, { body, headers: { "content-type": "application/octet-stream", ttl: "60" } }),
    );
    expect(asked[0]?.body.equals(body)).to.equal(true);
    expect(asked[0]?.headers).to.include({ "content-type": "application/octet-stream", ttl: "60" });
    expect(asked[0]?.headers["content-length"]).to.equal("256");
  });

  it("preserve any path and query", async () => {
    const part = fc.string({ unit: "binary", maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(part, part, part, async (path, query, fragment) => {
        const url = `${origin}/${path}?${query}#${fragment}`;
        expect((await client.post(anOutboundRequest(url))).kind).to.equal("answered");
        const { pathname, search } = new URL(url);
        expect(asked.at(-1)?.url).to.equal(`${pathname}${search}`);
      }),
      { numRuns: 300 },
    );
  });

  it("are refused for arbitrary URL text with the default network policy", async () => {
    const strict = anOutboundClient();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: "binary" })), async (url) => {
        expect((await strict.post(anOutboundRequest(url))).kind).to.equal("failed");
      }),
      { numRuns: 500 },
    );
  });

  it("are rejected with an error when a header is invalid", async () => {
    let told: unknown;
    await client
      .post(anOutboundRequest(origin, { headers: { "x-text": "a\r\nb: c" } }))
      .catch((error: unknown) => (told = error));
    expect(told).to.be.instanceOf(Error);
    expect(asked).to.deep.equal([]);
  });

  it("reach private networks only when configured, and nothing after the client is closed", async () => {
    const post = async (environment: Record<string, string>) => {
      const container = createContainer(readSettings({ MNEME_STORE: "memory", ...environment }));
      const outbound = await container.getAsync<OutboundClient>(tokens.outboundClient);
      const result = await outbound.post(anOutboundRequest(origin));
      await container.unbindAllAsync();
      return [result, await outbound.post(anOutboundRequest(origin))];
    };
    const closed = { kind: "failed", reason: "closed" };
    expect(await post({})).to.deep.equal([{ kind: "failed", reason: "forbidden_address" }, closed]);
    const answered = { kind: "answered", status: 200, body: "ok" };
    expect(await post({ MNEME_WEBHOOK_ALLOW_NETWORKS: "10.0.0.0/8, 127.0.0.0/8" })).to.deep.equal([answered, closed]);
    expect(asked.length).to.equal(1);
  });
});
