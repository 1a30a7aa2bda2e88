import { join } from "node:path";
import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH, planningConversation, recordConversation } from "../../support/conversation-requests.js";
import { runCommandWith, createKey, runMneme, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const memories = "/v1/dev/user/memories";
const WRITERS = 4;
const PAGE = 1000;

const lists = [CONVERSATIONS_PATH, memories, "/v1/dev/user/action-items", "/v1/dev/user/goals", "/v1/dev/user/folders"];

/** Adds memories without a pause until it is told to stop. */
class Writing {
  readonly acknowledged: string[] = [];
  private readonly ended: Promise<unknown>;
  private isEnding = false;

  constructor(private readonly client: ApiClient) {
    this.ended = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.write(writer)));
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await this.ended;
  }

  private async write(writer: number): Promise<void> {
    for (let n = 0; !this.isEnding; n += 1) {
      const content = `Fact ${n} of writer ${writer}`;
      expect((await this.client.post(memories, { content })).status).to.equal(200);
      this.acknowledged.push(content);
    }
  }
}

async function allContents(client: ApiClient): Promise<readonly string[]> {
  const contents: string[] = [];
  for (;;) {
    const page = (await client.get(`${memories}?limit=${PAGE}&offset=${contents.length}`)).body as {
      content: string;
    }[];
    if (page.length === 0) return contents;
    contents.push(...page.map(({ content }) => content));
  }
}

const pathsIn = (folder: string) => ({
  data: join(folder, "data"),
  file: join(folder, "backup"),
  target: join(folder, "target"),
});

const failureOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "nothing failed",
    (error: unknown) => (error as { stderr: string }).stderr,
  );

describe("mneme backup and restore", () => {
  afterEach(() => ServerProcess.killAll());

  it("include every write that a running server acknowledged before the backup", () =>
    withTemporaryDirectory(async (folder) => {
      const { data, file, target } = pathsIn(folder);
      const key = await createKey(data);
      const writing = new Writing((await ServerProcess.start(data)).clientFor(key));
      await waitUntil(() => writing.acknowledged.length > 50);
      const before = [...writing.acknowledged];
      await runMneme(data, "backup", file);
      const during = writing.acknowledged.length;
      await waitUntil(() => writing.acknowledged.length > during);
      await writing.end();
      await runMneme(target, "restore", file);
      const restored = await allContents((await ServerProcess.start(target)).clientFor(key));
      expect(restored).to.include.members(before);
      expect(writing.acknowledged).to.include.members([...restored]);
    }));

  it("restore a server that returns the same data for the same API key", () =>
    withTemporaryDirectory(async (folder) => {
      const { data, file, target } = pathsIn(folder);
      const key = await createKey(data);
      const client = (await ServerProcess.start(data)).clientFor(key);
      const { id } = await recordConversation(client, planningConversation);
      await client.post(memories, { content: "I row on Sundays." });
      await client.post("/v1/dev/user/goals", { title: "Read more books" });
      const paths = [...lists, `${CONVERSATIONS_PATH}/${id}?include_transcript=true`];
      const answersOf = async (reader: ApiClient) =>
        Promise.all(paths.map(async (path) => (await reader.get(path)).body));
      const answers = await answersOf(client);
      expect(JSON.stringify(answers)).to.include("I row on Sundays.").and.include("Read more books");
      expect(JSON.parse(await runMneme(data, "backup", file, "--json"))).to.deep.include({ includes_secret: true });
      expect(await failureOf(runMneme(data, "restore", file, "--force"))).to.match(
        /^mneme: Cannot restore [^\n]*: the store is in use: stop the server and other commands first\n$/,
      );
      await runMneme(target, "restore", file);
      expect(await answersOf((await ServerProcess.start(target)).clientFor(key))).to.deep.equal(answers);
    }));

  it("report that MNEME_SECRET must be kept separately", () =>
    withTemporaryDirectory(async (folder) => {
      const { data, file, target } = pathsIn(folder);
      const environment = { MNEME_SECRET: "a secret of 32 characters at the very least" };
      await runCommandWith(data, ["memories", "add", "I row"], { environment });
      expect(await runCommandWith(data, ["backup", file], { environment })).to.include("does not contain MNEME_SECRET");
      expect(await runCommandWith(target, ["restore", file], { environment })).to.include("contains no secret");
      expect(await runCommandWith(target, ["memories", "list"], { environment })).to.include("I row");
    }));

  it("fail with a one-line error for an in-memory store", () =>
    withTemporaryDirectory(async (folder) => {
      const environment = { MNEME_STORE: "memory" };
      for (const name of ["backup", "restore"]) {
        const failure = await failureOf(runCommandWith(folder, [name, join(folder, "file")], { environment }));
        expect(failure).to.match(/^mneme: MNEME_STORE=memory does not persist [^\n]*\n$/);
      }
    }));
});
