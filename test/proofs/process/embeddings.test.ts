import { expect } from "chai";
import type { Client } from "../../support/client.js";
import { recorded, saying } from "../../support/conversations.js";
import { embedding, failing, ModelEndpoint, silence, slowly, type Reply } from "../../support/model-endpoint.js";
import { command, createKey, ServerProcess } from "../../support/server-process.js";
import { temporaryFolder } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

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

describe("a search with a model's vectors", () => {
  let endpoint: ModelEndpoint;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let key: string;

  beforeEach(async () => {
    endpoint = await ModelEndpoint.open();
    endpoint.otherwise(embedding(64));
    folder = await temporaryFolder();
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
    JSON.parse(await command(folder.path, ["status", "--json"], { environment: environment(model) })) as Status;
  const write = async (client: Client): Promise<void> => {
    const contents = Array.from({ length: COUNT }, (_, n) => `${letters(n)} is a number of mine`);
    for (let i = 0; i < COUNT; i += 25) {
      const memories = contents.slice(i, i + 25).map((content) => ({ content }));
      expect((await client.post(`${collection}/batch`, { memories })).status).to.equal(200);
    }
  };
  const found = async (client: Client, query: string): Promise<string[]> => {
    const answer = await client.get(`${collection}/vector/search?query=${query}`);
    expect(answer.status).to.equal(200);
    return (answer.body as { items: { content: string }[] }).items.map(({ content }) => content);
  };

  const sources = async (client: Client, question: string): Promise<readonly Source[]> => {
    const answer = await client.post(asking, { question, limit: 4 });
    expect(answer.status).to.equal(200);
    return (answer.body as { sources: readonly Source[] }).sources;
  };

  it("gives an answer its memories by what they mean, each once, beside what was said", async () => {
    const client = (await start()).as(key);
    await write(client);
    const tea = "We drank some camomile tea under the old oak at noon.";
    await recorded(client, saying(tea));
    const content = `${letters(7)} is a number of mine`;
    const noWordOfIt = Array.from(content.replaceAll(" ", "")).toReversed().join("");
    expect(await sources(client, noWordOfIt)).to.deep.equal([]);
    await until(async () => (await status()).embedded.done >= COUNT);
    expect((await sources(client, noWordOfIt))[0]).to.include({ text: content });
    const both = await sources(client, `What is ${letters(7)}, and who drank camomile tea?`);
    const texts = both.map(({ text }) => text);
    expect(texts).to.include(content);
    expect(texts.join()).to.include(tea);
    expect(new Set(both.map(({ memory_id: id, text }) => id ?? text)).size).to.equal(both.length);
  });

  it("finds what shares no word with the query, goes on through a change of the model, and says how far it is", async () => {
    let server = await start();
    await write(server.as(key));
    // Of the same letters, which is all that the model sees.
    const same = Array.from(`${letters(7)}isanumberofmine`)
      .toReversed()
      .join("");
    expect(await found(server.as(key), letters(7))).to.have.length.above(0);
    await until(async () => (await status()).embedded.done === COUNT);
    expect((await found(server.as(key), same))[0]).to.equal(`${letters(7)} is a number of mine`);
    expect(await status()).to.deep.include({
      embedder: { id: "llm:double", host: new URL(endpoint.url).host },
      embedded: { done: COUNT, of: COUNT },
    });
    expect(await status("another")).to.deep.include({ embedded: { done: 0, of: COUNT } });

    await server.stop();
    endpoint.otherwise(slowly(300, embedding(32)));
    server = await start("another");
    expect((await found(server.as(key), letters(7)))[0]).to.equal(`${letters(7)} is a number of mine`);
    await until(async () => (await status("another")).embedded.done === COUNT);
    endpoint.otherwise(embedding(32));
    expect((await found(server.as(key), same))[0]).to.equal(`${letters(7)} is a number of mine`);
    expect(await status()).to.deep.include({ embedded: { done: 0, of: COUNT } });
    expect(JSON.stringify(await status()) + server.printed()).not.to.include("sk-hush");
  });

  it("goes on where it was when the process was killed, and embeds nothing twice", async () => {
    const server = await start();
    endpoint.otherwise(slowly(200, embedding(64)));
    await write(server.as(key));
    await found(server.as(key), "x");
    await until(async () => (await status()).embedded.done >= 32);
    await server.kill();
    const { done } = (await status()).embedded;
    endpoint.asked.length = 0;
    const next = await start();
    await found(next.as(key), "x");
    await until(async () => (await status()).embedded.done === COUNT);
    const texts = endpoint.asked.flatMap(({ body }) => body["input"]).filter((text) => text !== "x");
    expect(new Set(texts).size).to.equal(texts.length);
    expect(texts.length).to.be.at.most(COUNT - done);
  });

  const faults: Record<string, Reply> = { "never answers": silence, fails: failing(500), refuses: failing(401) };
  for (const [what, reply] of Object.entries(faults)) {
    it(`finds by words, writes and says so when the endpoint ${what}, and finds by vectors when it is back`, async () => {
      endpoint.otherwise(reply);
      const server = await start();
      const client = server.as(key);
      await write(client);
      expect((await found(client, letters(7)))[0]).to.equal(`${letters(7)} is a number of mine`);
      for (const event of ["search.without_vectors", "embedding.failed"]) {
        await until(() => server.printed().includes(event));
      }
      expect((await status()).embedded).to.deep.equal({ done: 0, of: COUNT });
      endpoint.otherwise(embedding(64));
      await until(async () => (await status()).embedded.done === COUNT);
      expect(server.printed()).not.to.match(/number of mine|sk-hush/);
    });
  }
});

/** A word of its own for each number. */
const letters = (n: number): string => Array.from(String(n + 1000), (digit) => "qwertzuiop"[Number(digit)]).join("");
