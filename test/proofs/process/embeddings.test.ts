import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { recordConversation, singleSegmentBody } from "../../support/conversation-requests.js";
import {
  replyWithEmbeddings,
  replyWithError,
  FakeModelEndpoint,
  neverReply,
  delayReply,
  type ReplyHandler,
} from "../../support/fake-model-endpoint.js";
import { runCommandWith, createKey, ServerProcess } from "../../support/server-process.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const collection = "/v1/dev/user/memories";
const asking = "/v1/dev/user/ask";
const COUNT = 100;

interface Status {
  readonly embedder: { readonly id: string; readonly host: string | null };
  readonly embedded: { readonly done: number; readonly of: number };
}

interface Source {
  readonly memory_id: string | null;
  readonly text: string;
}

describe("search with embeddings of a model", () => {
  let endpoint: FakeModelEndpoint;
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let key: string;

  beforeEach(async () => {
    endpoint = await FakeModelEndpoint.open();
    endpoint.setDefaultReply(replyWithEmbeddings(64));
    folder = await createTemporaryDirectory();
    key = await createKey(folder.path);
  });
  afterEach(async () => {
    await ServerProcess.killAll();
    await endpoint.close();
    await folder.remove();
  });

  const environment = (model = "double"): Record<string, string> => ({
    MNEME_EMBEDDINGS_BASE_URL: endpoint.url,
    MNEME_EMBEDDINGS_MODEL: model,
    MNEME_EMBEDDINGS_API_KEY: "sk-hush",
    MNEME_EMBEDDINGS_TIMEOUT_MS: "2000",
    MNEME_LOG_LEVEL: "warn",
  });
  const start = (model?: string): Promise<ServerProcess> =>
    ServerProcess.start(folder.path, { environment: environment(model) });
  const status = async (model?: string): Promise<Status> =>
    JSON.parse(await runCommandWith(folder.path, ["status", "--json"], { environment: environment(model) })) as Status;
  const write = async (client: ApiClient): Promise<void> => {
    const contents = Array.from({ length: COUNT }, (_, n) => `${letters(n)} is a number of mine`);
    for (let i = 0; i < COUNT; i += 25) {
      const memories = contents.slice(i, i + 25).map((content) => ({ content }));
      expect((await client.post(`${collection}/batch`, { memories })).status).to.equal(200);
    }
  };
  const found = async (client: ApiClient, query: string): Promise<string[]> => {
    const answer = await client.get(`${collection}/vector/search?query=${query}`);
    expect(answer.status).to.equal(200);
    return (answer.body as { items: { content: string }[] }).items.map(({ content }) => content);
  };

  const sources = async (client: ApiClient, question: string): Promise<readonly Source[]> => {
    const answer = await client.post(asking, { question, limit: 4 });
    expect(answer.status).to.equal(200);
    return (answer.body as { sources: readonly Source[] }).sources;
  };

  it("returns memories by meaning, each once, together with conversations", async () => {
    const client = (await start()).clientFor(key);
    await write(client);
    const tea = "We drank some camomile tea under the old oak at noon.";
    await recordConversation(client, singleSegmentBody(tea));
    const content = `${letters(7)} is a number of mine`;
    const noWordOfIt = Array.from(content.replaceAll(" ", "")).toReversed().join("");
    expect(await sources(client, noWordOfIt)).to.deep.equal([]);
    await waitUntil(async () => (await status()).embedded.done >= COUNT);
    expect((await sources(client, noWordOfIt))[0]).to.include({ text: content });
    const both = await sources(client, `What is ${letters(7)}, and who drank camomile tea?`);
    const texts = both.map(({ text }) => text);
    expect(texts).to.include(content);
    expect(texts.join()).to.include(tea);
    expect(new Set(both.map(({ memory_id: id, text }) => id ?? text)).size).to.equal(both.length);
  });

  it("finds memories without a shared word, continues after a model change and reports progress", async () => {
    let server = await start();
    await write(server.clientFor(key));
    // Of the same letters, which is all that the model sees.
    const same = Array.from(`${letters(7)}isanumberofmine`)
      .toReversed()
      .join("");
    expect(await found(server.clientFor(key), letters(7))).to.have.length.above(0);
    await waitUntil(async () => (await status()).embedded.done === COUNT);
    expect((await found(server.clientFor(key), same))[0]).to.equal(`${letters(7)} is a number of mine`);
    expect(await status()).to.deep.include({
      embedder: { id: "llm:double", host: new URL(endpoint.url).host },
      embedded: { done: COUNT, of: COUNT },
    });
    expect(await status("another")).to.deep.include({ embedded: { done: 0, of: COUNT } });

    await server.stop();
    endpoint.setDefaultReply(delayReply(300, replyWithEmbeddings(32)));
    server = await start("another");
    expect((await found(server.clientFor(key), letters(7)))[0]).to.equal(`${letters(7)} is a number of mine`);
    await waitUntil(async () => (await status("another")).embedded.done === COUNT);
    endpoint.setDefaultReply(replyWithEmbeddings(32));
    expect((await found(server.clientFor(key), same))[0]).to.equal(`${letters(7)} is a number of mine`);
    expect(await status()).to.deep.include({ embedded: { done: 0, of: COUNT } });
    expect(JSON.stringify(await status()) + server.readOutput()).not.to.include("sk-hush");
  });

  it("resumes after the process is killed without embedding a text twice", async () => {
    const server = await start();
    endpoint.setDefaultReply(delayReply(200, replyWithEmbeddings(64)));
    await write(server.clientFor(key));
    await found(server.clientFor(key), "x");
    await waitUntil(async () => (await status()).embedded.done >= 32);
    await server.kill();
    const { done } = (await status()).embedded;
    endpoint.requests.length = 0;
    const next = await start();
    await found(next.clientFor(key), "x");
    await waitUntil(async () => (await status()).embedded.done === COUNT);
    const texts = endpoint.requests.flatMap(({ body }) => body["input"]).filter((text) => text !== "x");
    expect(new Set(texts).size).to.equal(texts.length);
    expect(texts.length).to.be.at.most(COUNT - done);
  });

  const faults: Record<string, ReplyHandler> = {
    "never answers": neverReply,
    fails: replyWithError(500),
    refuses: replyWithError(401),
  };
  for (const [what, reply] of Object.entries(faults)) {
    it(`falls back to keyword search when the endpoint ${what}, until it recovers`, async () => {
      endpoint.setDefaultReply(reply);
      const server = await start();
      const client = server.clientFor(key);
      await write(client);
      expect((await found(client, letters(7)))[0]).to.equal(`${letters(7)} is a number of mine`);
      for (const event of ["search.query_embedding_failed", "embedding.failed"]) {
        await waitUntil(() => server.readOutput().includes(event));
      }
      expect((await status()).embedded).to.deep.equal({ done: 0, of: COUNT });
      endpoint.setDefaultReply(replyWithEmbeddings(64));
      await waitUntil(async () => (await status()).embedded.done === COUNT);
      expect(server.readOutput()).not.to.match(/number of mine|sk-hush/);
    });
  }
});

/** A word of its own for each number. */
const letters = (n: number): string => Array.from(String(n + 1000), (digit) => "qwertzuiop"[Number(digit)]).join("");
