import { join } from "node:path";
import { expect } from "chai";
import type { Client } from "../../support/client.js";
import { collection, planning, recorded } from "../../support/conversations.js";
import { command, createKey, mneme, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

const memories = "/v1/dev/user/memories";
const WRITERS = 4;
const PAGE = 1000;

const lists = [collection, memories, "/v1/dev/user/action-items", "/v1/dev/user/goals", "/v1/dev/user/folders"];

/** Adds memories without a pause until it is told to stop. */
class Writing {
  readonly acknowledged: string[] = [];
  private readonly ended: Promise<unknown>;
  private isEnding = false;

  constructor(private readonly client: Client) {
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

async function allContents(client: Client): Promise<readonly string[]> {
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

  it("keeps every write that a running server acknowledged before the backup", () =>
    withTemporaryDirectory(async (folder) => {
      const { data, file, target } = pathsIn(folder);
      const key = await createKey(data);
      const writing = new Writing((await ServerProcess.start(data)).as(key));
      await until(() => writing.acknowledged.length > 50);
      const before = [...writing.acknowledged];
      await mneme(data, "backup", file);
      const during = writing.acknowledged.length;
      await until(() => writing.acknowledged.length > during);
      await writing.end();
      await mneme(target, "restore", file);
      const restored = await allContents((await ServerProcess.start(target)).as(key));
      expect(restored).to.include.members(before);
      expect(writing.acknowledged).to.include.members([...restored]);
    }));

  it("brings back a server that gives the same answers to the same key", () =>
    withTemporaryDirectory(async (folder) => {
      const { data, file, target } = pathsIn(folder);
      const key = await createKey(data);
      const client = (await ServerProcess.start(data)).as(key);
      const { id } = await recorded(client, planning);
      await client.post(memories, { content: "I row on Sundays." });
      await client.post("/v1/dev/user/goals", { title: "Read more books" });
      const paths = [...lists, `${collection}/${id}?include_transcript=true`];
      const answersOf = async (reader: Client) => Promise.all(paths.map(async (path) => (await reader.get(path)).body));
      const answers = await answersOf(client);
      expect(JSON.stringify(answers)).to.include("I row on Sundays.").and.include("Read more books");
      expect(JSON.parse(await mneme(data, "backup", file, "--json"))).to.deep.include({ includes_secret: true });
      expect(await failureOf(mneme(data, "restore", file, "--force"))).to.match(
        /^mneme: Cannot restore [^\n]*: the store is in use: stop the server and other commands first\n$/,
      );
      await mneme(target, "restore", file);
      expect(await answersOf((await ServerProcess.start(target)).as(key))).to.deep.equal(answers);
    }));

  it("says what else to keep when the secret is a setting", () =>
    withTemporaryDirectory(async (folder) => {
      const { data, file, target } = pathsIn(folder);
      const environment = { MNEME_SECRET: "a secret of 32 characters at the very least" };
      await command(data, ["memories", "add", "I row"], { environment });
      expect(await command(data, ["backup", file], { environment })).to.include("MNEME_SECRET is not in it");
      expect(await command(target, ["restore", file], { environment })).to.include("holds no secret");
      expect(await command(target, ["memories", "list"], { environment })).to.include("I row");
    }));

  it("is refused in one line for a store in memory", () =>
    withTemporaryDirectory(async (folder) => {
      const environment = { MNEME_STORE: "memory" };
      for (const name of ["backup", "restore"]) {
        const failure = await failureOf(command(folder, [name, join(folder, "file")], { environment }));
        expect(failure).to.match(/^mneme: MNEME_STORE=memory keeps nothing [^\n]*\n$/);
      }
    }));
});
