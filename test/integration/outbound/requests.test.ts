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
import { aCall, anOutboundClient } from "../../support/outbound.js";

const HERE = "127.0.0.1";

interface Asked {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

describe("what the outbound client sends", () => {
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

  it("is signed so that the public library accepts it as it arrives, by either secret while it is rotated", async () => {
    const secrets = [24, 32].map((bytes) => `whsec_${randomBytes(bytes).toString("base64")}`);
    const texts = ["", "{}", JSON.stringify({ text: "naïve 🌱\r\n" }), "x".repeat(300_000)];
    for (const body of texts) await client.post(aCall(origin, { body, webhook: { id: "msg_1", secrets } }));
    expect(asked.map(({ body }) => body.toString())).to.deep.equal(texts);
    for (const { headers, body } of asked) {
      for (const secret of secrets) {
        new Webhook(secret).verify(body.toString(), headers as Record<string, string>, { jsonParse: false });
      }
    }
  });

  it("is the body to the byte, whatever bytes it has", async () => {
    const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await client.post(aCall(origin, { body, headers: { "content-type": "application/octet-stream", ttl: "60" } }));
    expect(asked[0]?.body.equals(body)).to.equal(true);
    expect(asked[0]?.headers).to.include({ "content-type": "application/octet-stream", ttl: "60" });
    expect(asked[0]?.headers["content-length"]).to.equal("256");
  });

  it("goes to whatever path and query a URL has, and is never stumbled over", async () => {
    const part = fc.string({ unit: "binary", maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(part, part, part, async (path, query, fragment) => {
        const url = `${origin}/${path}?${query}#${fragment}`;
        expect((await client.post(aCall(url))).kind).to.equal("answered");
        const { pathname, search } = new URL(url);
        expect(asked.at(-1)?.url).to.equal(`${pathname}${search}`);
      }),
      { numRuns: 300 },
    );
  });

  it("is nothing when the URL is any text at all", async () => {
    const strict = anOutboundClient();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: "binary" })), async (url) => {
        expect((await strict.post(aCall(url))).kind).to.equal("refused");
      }),
      { numRuns: 500 },
    );
  });

  it("has no headers that are none: that would be the caller's fault, and is told", async () => {
    let told: unknown;
    await client.post(aCall(origin, { headers: { "x-text": "a\r\nb: c" } })).catch((error: unknown) => (told = error));
    expect(told).to.be.instanceOf(Error);
    expect(asked).to.deep.equal([]);
  });

  it("reaches a network that is not public only when the service is set so, and nobody once it is closed", async () => {
    const post = async (environment: Record<string, string>) => {
      const container = createContainer(readSettings({ MNEME_STORE: "memory", ...environment }));
      const outbound = await container.getAsync<OutboundClient>(tokens.outbound);
      const result = await outbound.post(aCall(origin));
      await container.unbindAllAsync();
      return [result, await outbound.post(aCall(origin))];
    };
    const closed = { kind: "refused", reason: "closed" };
    expect(await post({})).to.deep.equal([{ kind: "refused", reason: "forbidden_address" }, closed]);
    const answered = { kind: "answered", status: 200, body: "ok" };
    expect(await post({ MNEME_WEBHOOK_ALLOW_NETWORKS: "10.0.0.0/8, 127.0.0.0/8" })).to.deep.equal([answered, closed]);
    expect(asked.length).to.equal(1);
  });
});
