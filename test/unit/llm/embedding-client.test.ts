import { expect } from "chai";
import { EmbeddingClient, type EmbeddingEndpoint } from "../../../src/adapters/llm/index.js";
import { DomainError } from "../../../src/domain/errors.js";
import { FixedClock } from "../../../src/testing/index.js";
import { silent } from "../../support/core.js";
import {
  breakingOff,
  embedding,
  failing,
  ModelEndpoint,
  raw,
  redirecting,
  silence,
  slowly,
  trickling,
  type Reply,
} from "../../support/model-endpoint.js";

const answering = (...entries: readonly object[]): Reply => raw(JSON.stringify({ object: "list", data: entries }));
const at = (index: number, ...parts: unknown[]): object => ({ index, embedding: parts });
const base64 = (...parts: number[]): string => Buffer.from(Float32Array.of(...parts).buffer).toString("base64");

async function refusalOf(promise: Promise<unknown>): Promise<DomainError> {
  try {
    await promise;
  } catch (error) {
    expect(error).to.be.instanceOf(DomainError);
    return error as DomainError;
  }
  throw new Error("was not refused");
}

describe("an embedder that asks a model", () => {
  let endpoint: ModelEndpoint;
  let clients: EmbeddingClient[];
  const clock = new FixedClock();

  beforeEach(async () => {
    endpoint = await ModelEndpoint.open();
    endpoint.otherwise(embedding(8));
    clients = [];
  });
  afterEach(async () => {
    for (const client of clients) client.close();
    await endpoint.close();
  });

  const open = (with_: Partial<EmbeddingEndpoint> = {}): EmbeddingClient => {
    const { url: baseUrl } = endpoint;
    const usual = { baseUrl, apiKey: undefined, model: "m", timeoutMs: 20_000, batch: 32, contextTokens: 512 };
    const client = new EmbeddingClient({ ...usual, ...with_ }, { clock, log: silent });
    clients.push(client);
    return client;
  };
  const parts = async (client: EmbeddingClient, ...texts: string[]): Promise<number[][]> =>
    (await client.embed(texts)).map((vector) => [...vector]);

  it("answers a vector of length 1 for each text, in their order, and learns how many dimensions there are", async () => {
    const client = open({ apiKey: "sk-1" });
    expect([client.id, client.dimensions]).to.deep.equal(["llm:m", undefined]);
    endpoint.next(answering(at(1, 0, 5), at(0, 3, 4)));
    expect(await parts(client, "one", "two")).to.deep.equal([
      [Math.fround(0.6), Math.fround(0.8)],
      [0, 1],
    ]);
    expect(client.dimensions).to.equal(2);
    const [{ path, authorization, body } = { path: "", authorization: "", body: {} }] = endpoint.asked;
    expect([path, authorization]).to.deep.equal(["/v1/embeddings", "Bearer sk-1"]);
    expect(body).to.deep.equal({ model: "m", input: ["one", "two"], encoding_format: "float" });
  });

  it("takes numbers of any size, and those that come as Base64 though nobody asked for it", async () => {
    endpoint.next(answering(at(0, 3e200, 4e200)), answering({ index: 0, embedding: base64(-3, 4) }));
    const client = open();
    expect(await parts(client, "a")).to.deep.equal([[Math.fround(0.6), Math.fround(0.8)]]);
    expect(await parts(client, "a")).to.deep.equal([[Math.fround(-0.6), Math.fround(0.8)]]);
  });

  it("takes a vector of nothing but zeros for that of a text of which nothing can be made", async () => {
    endpoint.next(answering(at(0, 0, 0)));
    expect(await parts(open(), "a")).to.deep.equal([[0, 0]]);
  });

  it("sends no more texts at once than it may", async () => {
    const texts = Array.from({ length: 7 }, (_, n) => `text ${"abcdefg"[n]}`);
    const client = open({ batch: 3 });
    expect(await client.embed(texts)).to.have.length(7);
    expect(endpoint.asked.map(({ body }) => body["input"])).to.deep.equal([
      texts.slice(0, 3),
      texts.slice(3, 6),
      texts.slice(6),
    ]);
    const [alone] = await client.embed([texts[4] ?? ""]);
    expect((await client.embed(texts))[4]).to.deep.equal(alone);
  });

  it("sends neither what nobody sees nor more than the model reads, and does not ask for the vector of nothing", async () => {
    const client = open({ contextTokens: 64 });
    const vectors = await client.embed(["a\u0000b\u202Ec \uD800", "\u200B ", "", "é".repeat(500)]);
    expect(endpoint.asked.flatMap(({ body }) => body["input"])).to.deep.equal(["abc \uFFFD", "é".repeat(96)]);
    expect(vectors.map((vector) => [vector.length, vector.some((part) => part !== 0)])).to.deep.equal([
      [8, true],
      [8, false],
      [8, false],
      [8, true],
    ]);
  });

  const garbage: Record<string, Reply> = {
    "fewer vectors than texts": answering(at(0, 1, 0)),
    "more vectors than texts": answering(at(0, 1), at(1, 1), at(2, 1)),
    "two vectors for one text": answering(at(0, 1), at(0, 1)),
    "a vector for a text that there is not": answering(at(0, 1), at(2, 1)),
    "vectors of different lengths": answering(at(0, 1, 0), at(1, 1)),
    "vectors without numbers": answering(at(0), at(1)),
    "texts for numbers": answering(at(0, "1", "0"), at(1, "0", "1")),
    "null among numbers": answering(at(0, 1, null), at(1, 1, 0)),
    "numbers beyond all": raw('{"data": [{"index": 0, "embedding": [1e999]}, {"index": 1, "embedding": [1]}]}'),
    "NaN as bytes": answering({ index: 0, embedding: base64(NaN) }, { index: 1, embedding: base64(1) }),
    "bytes that are no numbers": answering({ index: 0, embedding: "AAAA" }, { index: 1, embedding: base64(1) }),
    "a text that is no Base64": answering({ index: 0, embedding: "no %%" }, { index: 1, embedding: base64(1) }),
    "a lone vector": raw('{"embedding": [1, 0]}'),
    "no list": raw('{"data": {"0": [1]}}'),
    nothing: raw("", "application/json"),
    prose: raw("I am sorry", "text/plain"),
    "half of it": breakingOff,
  };
  for (const [what, reply] of Object.entries(garbage)) {
    it(`makes no vector of ${what}`, async () => {
      endpoint.otherwise(reply);
      const { kind, message } = await refusalOf(open().embed(["hush", "hush too"]));
      expect([kind, message.includes("hush")]).to.deep.equal(["unavailable", false]);
    });
  }

  it("makes no vector of other dimensions than those before", async () => {
    const client = open();
    await client.embed(["a"]);
    endpoint.next(embedding(16));
    expect((await refusalOf(client.embed(["a"]))).message).to.include("have not 8 dimensions any more");
    expect(client.dimensions).to.equal(8);
    expect((await client.embed(["a"]))[0]).to.have.length(8);
  });

  it("takes other dimensions for those of the model when three answers in a row are at one about them, and says so", async () => {
    const events: unknown[] = [];
    const log = { ...silent, warn: (event: string, fields?: object) => events.push([event, fields]) };
    const { url: baseUrl } = endpoint;
    const settings = { baseUrl, apiKey: undefined, model: "m", timeoutMs: 20_000, batch: 32, contextTokens: 512 };
    const client = new EmbeddingClient(settings, { clock, log });
    clients.push(client);
    await client.embed(["a"]);
    endpoint.next(
      embedding(16),
      embedding(12),
      embedding(16),
      embedding(16),
      embedding(8),
      embedding(16),
      embedding(16),
    );
    for (const fails of [true, true, true, true, false, true, true]) {
      const outcome = client.embed(["a"]);
      if (fails) await refusalOf(outcome);
      else await outcome;
    }
    expect([client.dimensions, events]).to.deep.equal([8, []]);
    endpoint.otherwise(embedding(16));
    expect((await client.embed(["a"]))[0]).to.have.length(16);
    expect(client.dimensions).to.equal(16);
    expect(events).to.deep.equal([["model.dimensions", { kind: "embeddings", before: 8, dimensions: 16 }]]);
    expect((await client.embed(["a"]))[0]).to.have.length(16);
  });

  it("comes again when it was asked to, and not before", async () => {
    endpoint.next(failing(429, { "retry-after": "1" }));
    const begun = performance.now();
    expect(await open().embed(["a"])).to.have.length(1);
    expect(performance.now() - begun).to.be.greaterThan(950);
    expect(endpoint.asked).to.have.length(2);
  });

  for (const [what, reply] of Object.entries({
    "never answers": silence,
    "answers slowly": slowly(600, embedding(8)),
    "answers byte by byte": trickling(50),
    "asks for a long pause": failing(429, { "retry-after": "20" }),
  })) {
    it(`waits for a query no longer than it was told when the endpoint ${what}`, async () => {
      endpoint.otherwise(reply);
      const begun = performance.now();
      expect((await refusalOf(open().embed(["a"], 200))).message).to.equal(
        "The model's endpoint did not answer in time",
      );
      expect(performance.now() - begun).to.be.at.least(150);
    });
  }

  it("says nothing of what it was asked when it fails, and follows nobody elsewhere", async () => {
    const other = await ModelEndpoint.open();
    other.otherwise(embedding(8));
    endpoint.next(failing(401), redirecting(`${other.url}/embeddings`));
    const client = open({ apiKey: "sk-secret", timeoutMs: 300 });
    for (let n = 0; n < 2; n += 1) {
      const { message } = await refusalOf(client.embed(["hush"]));
      expect(message)
        .to.match(/^The model's endpoint /)
        .and.not.match(/hush|secret/);
      endpoint.otherwise(redirecting(`${other.url}/embeddings`));
    }
    expect(other.asked).to.deep.equal([]);
    await other.close();
  });

  it("asks no more for a while when it has failed five times in a row, then once, and goes on when that is answered", async () => {
    const client = open({ timeoutMs: 5_000 });
    endpoint.otherwise(failing(401));
    for (let n = 0; n < 5; n += 1) await refusalOf(client.embed(["a"]));
    expect((await refusalOf(client.embed(["a"]))).message).to.include("not asked for a while");
    expect(endpoint.asked).to.have.length(5);
    clock.advance(4_999);
    expect((await refusalOf(client.embed(["a"]))).message).to.include("not asked for a while");
    clock.advance(1);
    endpoint.otherwise(slowly(50, embedding(8)));
    const probe = client.embed(["a"]);
    expect((await refusalOf(client.embed(["b"]))).message).to.include("not asked for a while");
    expect(await probe).to.have.length(1);
    expect(await client.embed(["b"])).to.have.length(1);
    expect(endpoint.asked).to.have.length(7);
  });
});
