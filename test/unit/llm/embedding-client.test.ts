import { expect } from "chai";
import { EmbeddingClient, type EmbeddingEndpointOptions } from "../../../src/adapters/llm/index.js";
import { createRuntimeComponents } from "../../../src/adapters/runtime/index.js";
import { SystemScheduler } from "../../../src/adapters/system/index.js";
import { FixedClock } from "../../../src/testing/index.js";
import { captureDomainRejection } from "../../support/domain-errors.js";
import { silentEventLog } from "../../support/test-core.js";
import {
  abortReply,
  replyWithEmbeddings,
  replyWithError,
  FakeModelEndpoint,
  replyWithBody,
  replyRedirect,
  neverReply,
  delayReply,
  replyTrickling,
  type ReplyHandler,
} from "../../support/fake-model-endpoint.js";

const answering = (...entries: readonly object[]): ReplyHandler =>
  replyWithBody(JSON.stringify({ object: "list", data: entries }));
const at = (index: number, ...parts: unknown[]): object => ({ index, embedding: parts });
const base64 = (...parts: number[]): string => Buffer.from(Float32Array.of(...parts).buffer).toString("base64");

describe("The embedding client", () => {
  let endpoint: FakeModelEndpoint;
  let clients: EmbeddingClient[];
  const clock = new FixedClock();
  const runtime = createRuntimeComponents({ clock, scheduler: new SystemScheduler() });

  beforeEach(async () => {
    endpoint = await FakeModelEndpoint.open();
    endpoint.setDefaultReply(replyWithEmbeddings(8));
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) client.close();
    await endpoint.close();
  });

  const open = (with_: Partial<EmbeddingEndpointOptions> = {}): EmbeddingClient => {
    const { url: baseUrl } = endpoint;
    const usual = { baseUrl, apiKey: undefined, model: "m", timeoutMs: 20_000, batchSize: 32, contextTokens: 512 };
    const client = new EmbeddingClient({ ...usual, ...with_ }, { runtime, log: silentEventLog });
    clients.push(client);
    return client;
  };
  const parts = async (client: EmbeddingClient, ...texts: string[]): Promise<number[][]> =>
    (await client.embed(texts)).map((vector) => [...vector]);

  it("returns one normalized vector per text, in order, and learns the number of dimensions", async () => {
    const client = open({ apiKey: "sk-1" });
    expect([client.id, client.dimensions]).to.deep.equal(["llm:m", undefined]);
    endpoint.replyNext(answering(at(1, 0, 5), at(0, 3, 4)));
    expect(await parts(client, "one", "two")).to.deep.equal([
      [Math.fround(0.6), Math.fround(0.8)],
      [0, 1],
    ]);
    expect(client.dimensions).to.equal(2);
    const [{ path, authorization, body } = { path: "", authorization: "", body: {} }] = endpoint.requests;
    expect([path, authorization]).to.deep.equal(["/v1/embeddings", "Bearer sk-1"]);
    expect(body).to.deep.equal({ model: "m", input: ["one", "two"], encoding_format: "float" });
  });

  it("accepts large numbers, and Base64 vectors although it requests floats", async () => {
    endpoint.replyNext(answering(at(0, 3e200, 4e200)), answering({ index: 0, embedding: base64(-3, 4) }));
    const client = open();
    expect(await parts(client, "a")).to.deep.equal([[Math.fround(0.6), Math.fround(0.8)]]);
    expect(await parts(client, "a")).to.deep.equal([[Math.fround(-0.6), Math.fround(0.8)]]);
  });

  it("accepts a vector of zeros", async () => {
    endpoint.replyNext(answering(at(0, 0, 0)));
    expect(await parts(open(), "a")).to.deep.equal([[0, 0]]);
  });

  it("limits the batch size", async () => {
    const texts = Array.from({ length: 7 }, (_, n) => `text ${"abcdefg"[n]}`);
    const client = open({ batchSize: 3 });
    expect(await client.embed(texts)).to.have.length(7);
    expect(endpoint.requests.map(({ body }) => body["input"])).to.deep.equal([
      texts.slice(0, 3),
      texts.slice(3, 6),
      texts.slice(6),
    ]);
    const [alone] = await client.embed([texts[4] ?? ""]);
    expect((await client.embed(texts))[4]).to.deep.equal(alone);
  });

  it("removes invisible characters, truncates long texts and sends no empty ones", async () => {
    const client = open({ contextTokens: 64 });
    const vectors = await client.embed(["a\u0000b\u202Ec \uD800", "\u200B ", "", "é".repeat(500)]);
    expect(endpoint.requests.flatMap(({ body }) => body["input"])).to.deep.equal(["abc \uFFFD", "é".repeat(96)]);
    expect(vectors.map((vector) => [vector.length, vector.some((part) => part !== 0)])).to.deep.equal([
      [8, true],
      [8, false],
      [8, false],
      [8, true],
    ]);
  });

  const garbage: Record<string, ReplyHandler> = {
    "fewer vectors than texts": answering(at(0, 1, 0)),
    "more vectors than texts": answering(at(0, 1), at(1, 1), at(2, 1)),
    "two vectors for one text": answering(at(0, 1), at(0, 1)),
    "a vector for an unknown text": answering(at(0, 1), at(2, 1)),
    "vectors of different lengths": answering(at(0, 1, 0), at(1, 1)),
    "vectors without numbers": answering(at(0), at(1)),
    "strings instead of numbers": answering(at(0, "1", "0"), at(1, "0", "1")),
    "null instead of a number": answering(at(0, 1, null), at(1, 1, 0)),
    "infinite numbers": replyWithBody('{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}'),
    "an encoded NaN": answering({ index: 0, embedding: base64(NaN) }, { index: 1, embedding: base64(1) }),
    "an incomplete encoded number": answering({ index: 0, embedding: "AAAA" }, { index: 1, embedding: base64(1) }),
    "a string that is not Base64": answering({ index: 0, embedding: "no %%" }, { index: 1, embedding: base64(1) }),
    "a vector outside a list": replyWithBody('{"embedding": [1, 0]}'),
    "an object instead of a list": replyWithBody('{"data": {"0": [1]}}'),
    "an empty body": replyWithBody("", "application/json"),
    "plain text": replyWithBody("I am sorry", "text/plain"),
    "an aborted body": abortReply,
  };
  for (const [what, reply] of Object.entries(garbage)) {
    it(`rejects a response with ${what}`, async () => {
      endpoint.setDefaultReply(reply);
      const { kind, message } = await captureDomainRejection(open().embed(["hush", "hush too"]));
      expect([kind, message.includes("hush")]).to.deep.equal(["unavailable", false]);
    });
  }

  it("rejects vectors with another number of dimensions than before", async () => {
    const client = open();
    await client.embed(["a"]);
    endpoint.replyNext(replyWithEmbeddings(16));
    expect((await captureDomainRejection(client.embed(["a"]))).message).to.include("have not 8 dimensions any more");
    expect(client.dimensions).to.equal(8);
    expect((await client.embed(["a"]))[0]).to.have.length(8);
  });

  it("adopts a new number of dimensions after three consistent responses in a row, and logs it", async () => {
    const events: unknown[] = [];
    const log = { ...silentEventLog, warn: (event: string, fields?: object) => events.push([event, fields]) };
    const { url: baseUrl } = endpoint;
    const settings = { baseUrl, apiKey: undefined, model: "m", timeoutMs: 20_000, batchSize: 32, contextTokens: 512 };
    const client = new EmbeddingClient(settings, { runtime, log });
    clients.push(client);
    await client.embed(["a"]);
    endpoint.replyNext(
      replyWithEmbeddings(16),
      replyWithEmbeddings(12),
      replyWithEmbeddings(16),
      replyWithEmbeddings(16),
      replyWithEmbeddings(8),
      replyWithEmbeddings(16),
      replyWithEmbeddings(16),
    );
    for (const fails of [true, true, true, true, false, true, true]) {
      const outcome = client.embed(["a"]);
      if (fails) await captureDomainRejection(outcome);
      else await outcome;
    }
    expect([client.dimensions, events]).to.deep.equal([8, []]);
    endpoint.setDefaultReply(replyWithEmbeddings(16));
    expect((await client.embed(["a"]))[0]).to.have.length(16);
    expect(client.dimensions).to.equal(16);
    expect(events).to.deep.equal([["model.dimensions_changed", { kind: "embeddings", before: 8, dimensions: 16 }]]);
    expect((await client.embed(["a"]))[0]).to.have.length(16);
  });

  it("retries after the requested delay and not before", async () => {
    endpoint.replyNext(replyWithError(429, { "retry-after": "1" }));
    const begun = performance.now();
    expect(await open().embed(["a"])).to.have.length(1);
    expect(performance.now() - begun).to.be.greaterThan(950);
    expect(endpoint.requests).to.have.length(2);
  });

  for (const [what, reply] of Object.entries({
    "never answers": neverReply,
    "answers slowly": delayReply(600, replyWithEmbeddings(8)),
    "answers byte by byte": replyTrickling(50),
    "requests a long delay": replyWithError(429, { "retry-after": "20" }),
  })) {
    it(`respects the time limit of a query when the endpoint ${what}`, async () => {
      endpoint.setDefaultReply(reply);
      const begun = performance.now();
      expect((await captureDomainRejection(open().embed(["a"], 200))).message).to.equal(
        "The model's endpoint did not answer in time",
      );
      expect(performance.now() - begun).to.be.at.least(150);
    });
  }

  it("reveals no text or key in errors and follows no redirects", async () => {
    const other = await FakeModelEndpoint.open();
    other.setDefaultReply(replyWithEmbeddings(8));
    endpoint.replyNext(replyWithError(401), replyRedirect(`${other.url}/embeddings`));
    const client = open({ apiKey: "sk-secret", timeoutMs: 300 });
    for (let n = 0; n < 2; n += 1) {
      const { message } = await captureDomainRejection(client.embed(["hush"]));
      expect(message)
        .to.match(/^The model's endpoint /)
        .and.not.match(/hush|secret/);
      endpoint.setDefaultReply(replyRedirect(`${other.url}/embeddings`));
    }
    expect(other.requests).to.deep.equal([]);
    await other.close();
  });

  it("opens the circuit after five consecutive failures, and closes it after a successful probe", async () => {
    const client = open({ timeoutMs: 5_000 });
    endpoint.setDefaultReply(replyWithError(401));
    for (let n = 0; n < 5; n += 1) await captureDomainRejection(client.embed(["a"]));
    expect((await captureDomainRejection(client.embed(["a"]))).message).to.include("not asked for a while");
    expect(endpoint.requests).to.have.length(5);
    clock.advance(4_999);
    expect((await captureDomainRejection(client.embed(["a"]))).message).to.include("not asked for a while");
    clock.advance(1);
    endpoint.setDefaultReply(delayReply(50, replyWithEmbeddings(8)));
    const probe = client.embed(["a"]);
    expect((await captureDomainRejection(client.embed(["b"]))).message).to.include("not asked for a while");
    expect(await probe).to.have.length(1);
    expect(await client.embed(["b"])).to.have.length(1);
    expect(endpoint.requests).to.have.length(7);
  });
});
