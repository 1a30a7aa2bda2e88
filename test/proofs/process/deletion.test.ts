import { expect } from "chai";
import type { Answered, Client } from "../../support/client.js";
import { collection, recorded, type WireConversation } from "../../support/conversations.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { openReader, rowCountsOf, rowsOf, storeFile } from "../../support/store-file.js";
import { textsIn, tracesOf } from "../../support/traces.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

/** With a letter outside ASCII, so that each encoding writes it in its own way. */
const SAID = "Quibblewürz";
const WRITTEN = "Zanzifönd";
const BYSTANDERS = 10;

const nothingYet = { conversations: 0, transcripts: 0, action_items: 0, tombstones: 0 };
const nothingLeft = { ...nothingYet, tombstones: 1 };

/** Whatever is made of it carries the phrase: title, overview, action item, event. */
const telling = (phrase: string): object => ({
  started_at: "2026-01-05T09:00:00Z",
  transcript_segments: [
    `Hello Ana, this is about the launch of the ${phrase} garden app.`,
    `The designers finished the ${phrase} screens and the testers liked the new ${phrase} calendar.`,
    `Great, I'll send you the ${phrase} budget by Friday.`,
    `Thanks. We meet the ${phrase} printer on Thursday at three in the afternoon.`,
  ].map((text, turn) => ({ text, start: turn * 5, end: turn * 5 + 4, is_user: turn % 2 === 0, speaker_id: turn % 2 })),
});

/** So long that summarising it takes many times as long as finding out that it has begun. */
const long = (phrase: string): object => ({
  transcript_segments: Array.from({ length: 500 }, (_, turn) => ({
    text: `In sentence ${turn} the ${phrase} garden of Ana needs a new plan and I will send her the budget. `.repeat(
      10,
    ),
    start: turn * 5,
    end: turn * 5 + 4,
  })),
});

/** The conversation that a process has at hand; undefined when there is none. */
function claimed(directory: string): string | undefined {
  const claimedUntil = "json_extract(state, '$.state.lease.claimedUntil')";
  const [row] = rowsOf(directory, `SELECT id FROM conversations WHERE ${claimedUntil} IS NOT NULL`);
  return row?.["id"] as string | undefined;
}

/** Creates, by one client, what carries `SAID` everywhere, and a title of the user that is `WRITTEN`; all is in a stored answer too. */
async function conversationToDelete(client: Client): Promise<string> {
  const { id, structured, transcript_segments } = await recorded(client, telling(SAID));
  const { title, overview, action_items, events } = structured;
  for (const part of [title, overview, action_items, events, transcript_segments]) {
    expect(textsIn(Buffer.from(JSON.stringify(part)), [SAID]), JSON.stringify(part)).to.deep.equal([SAID]);
  }
  expect((await rename(client, id)).status).to.equal(200);
  return id;
}

/** With a key, so that the answer is kept. */
function rename(client: Client, id: string): Promise<Answered> {
  return client.patch(`${collection}/${id}`, { title: `About ${WRITTEN}` }, { "Idempotency-Key": `rename ${id}` });
}

/** Whether an answer that was given before still stands in the file. */
function isAnswerKept(directory: string): boolean {
  const kept = "SELECT 1 FROM keyed_calls WHERE instr(state, ?) OR instr(state, ?)";
  return rowsOf(directory, kept, SAID, WRITTEN).length > 0;
}

/** Nobody is shown it any more, whoever showed it before. */
async function expectUnknown(clients: readonly Client[], id: string): Promise<void> {
  for (const client of clients) {
    expect((await client.get(`${collection}/${id}?include_transcript=true`)).status).to.equal(404);
    const listed = (await client.get(`${collection}?include_transcript=true&limit=200`)).body as WireConversation[];
    expect(textsIn(Buffer.from(JSON.stringify(listed)), [SAID, WRITTEN])).to.deep.equal([]);
  }
}

describe("a conversation that is deleted", () => {
  afterEach(() => ServerProcess.killAll());

  const pids = (servers: readonly ServerProcess[]): number[] => servers.map(({ pid }) => pid);

  async function traces(directory: string, servers: readonly ServerProcess[] = []): Promise<string[]> {
    return tracesOf([SAID, WRITTEN], directory, pids(servers));
  }

  async function expectErased(directory: string, servers: readonly ServerProcess[]): Promise<void> {
    await until(async () => (await traces(directory, servers)).length === 0);
  }

  /** Servers on a folder in which others' conversations stand before and after. */
  async function begin(directory: string, count: number): Promise<{ servers: ServerProcess[]; clients: Client[] }> {
    const key = await createKey(directory);
    // SQLite would make its temporary files here.
    const servers = await ServerProcess.startAll(directory, count, {
      environment: { TMPDIR: directory, SQLITE_TMPDIR: directory },
    });
    const clients = servers.map((server) => server.as(key));
    for (let bystander = 0; bystander < BYSTANDERS; bystander += 1) {
      await Promise.all(clients.map((client) => recorded(client, telling(`Bystander ${bystander}`))));
    }
    return { servers, clients };
  }

  for (const count of [1, 2]) {
    describe(`over ${count === 1 ? "one process" : "two processes"}`, () => {
      it("is in no file and no answer any more", async () => {
        await withTemporaryDirectory(async (directory) => {
          const { servers, clients } = await begin(directory, count);
          const [first, last] = [clients[0] as Client, clients.at(-1) as Client];
          for (let turn = 0; turn < 5; turn += 1) {
            const id = await conversationToDelete(first);
            for (const client of clients) await client.get(`${collection}/${id}?include_transcript=true`);
            const before = (await traces(directory, servers)).join();
            expect(isAnswerKept(directory)).to.equal(true);
            expect([before.includes(SAID), before.includes(WRITTEN)]).to.deep.equal([true, true]);
            expect((await last.delete(`${collection}/${id}`)).status).to.equal(200);
            await expectErased(directory, servers);
            await expectUnknown(clients, id);
            expect((await rename(first, id)).status).to.equal(409);
            expect(rowCountsOf(directory, id)).to.deep.equal(nothingLeft);
          }
          expect(await tracesOf(["Bystander 7"], directory)).not.to.deep.equal([]);
        });
      });

      it("is gone from the files within seconds of the end of another program's read", async () => {
        await withTemporaryDirectory(async (directory) => {
          const { servers, clients } = await begin(directory, count);
          const [first, last] = [clients[0] as Client, clients.at(-1) as Client];
          const id = await conversationToDelete(first);
          const reader = openReader(directory);
          try {
            expect((await last.delete(`${collection}/${id}`)).status).to.equal(200);
            await expectUnknown(clients, id);
            await recorded(first, telling("Meanwhile"));
            expect(await traces(directory)).not.to.deep.equal([]);
            reader.letGo();
            await expectErased(directory, servers);
          } finally {
            reader.close();
          }
        });
      });
    });
  }

  it("is gone although its server was killed as soon as it had answered", async () => {
    await withTemporaryDirectory(async (directory) => {
      const { servers, clients } = await begin(directory, 1);
      const [server, client] = [servers[0] as ServerProcess, clients[0] as Client];
      const id = await conversationToDelete(client);
      // The read keeps the deletion from being erased: that is left to the next start.
      const reader = openReader(directory);
      try {
        expect((await client.delete(`${collection}/${id}`)).status).to.equal(200);
        await server.kill();
        expect(await traces(directory)).not.to.deep.equal([]);
        reader.letGo();
        const next = await ServerProcess.start(directory);
        await expectErased(directory, [next]);
        await expectUnknown([next.as(client.credential)], id);
      } finally {
        reader.close();
      }
    });
  });

  describe("while another process summarises it", () => {
    interface DeletedMeanwhile {
      readonly servers: ServerProcess[];
      readonly clients: Client[];
      readonly id: string;
      /** What its creation comes to: the first process answers when it is done with it. */
      readonly creation: Promise<PromiseSettledResult<Answered>[]>;
    }

    /** Creates it in the first process, which is then stopped in its tracks, and deletes it in the second. */
    async function deletedMeanwhile(directory: string): Promise<DeletedMeanwhile> {
      const { servers, clients } = await begin(directory, 2);
      const [first, other] = [servers[0] as ServerProcess, clients[1] as Client];
      // Who is to answer with the summary has claimed it from the start: no other process takes it.
      const post = clients[0]?.post(`${collection}/from-segments`, long(SAID), { Prefer: "wait=25" });
      const creation = Promise.allSettled([post as Promise<Answered>]);
      await until(() => claimed(directory) !== undefined);
      await first.freezeOutside(storeFile(directory));
      const id = claimed(directory) ?? "";
      expect(rowCountsOf(directory, id)).to.deep.equal({ ...nothingYet, conversations: 1, transcripts: 1 });
      expect((await other.delete(`${collection}/${id}`)).status).to.equal(200);
      return { servers, clients, id, creation };
    }

    it("is gone at once, and nothing comes back when that process goes on", async () => {
      await withTemporaryDirectory(async (directory) => {
        const { servers, clients, id, creation } = await deletedMeanwhile(directory);
        await expectErased(directory, servers);
        expect(rowCountsOf(directory, id)).to.deep.equal(nothingLeft);
        servers[0]?.thaw();
        const [answered] = await creation;
        expect(answered).to.deep.include({ status: "fulfilled" }).with.nested.property("value.body").that.deep.equals({
          id,
          discarded: true,
          status: "completed",
        });
        expect(rowCountsOf(directory, id)).to.deep.equal(nothingLeft);
        await expectErased(directory, servers);
        await expectUnknown(clients, id);
      });
    });

    it("is gone at once, although that process is killed", async () => {
      await withTemporaryDirectory(async (directory) => {
        const { servers, clients, id, creation } = await deletedMeanwhile(directory);
        await servers[0]?.kill();
        expect((await creation).map(({ status }) => status)).to.deep.equal(["rejected"]);
        await expectErased(directory, servers.slice(1));
        expect(rowCountsOf(directory, id)).to.deep.equal(nothingLeft);
        await expectUnknown(clients.slice(1), id);
      });
    });
  });
});

describe("a memory that is deleted", () => {
  const memories = "/v1/dev/user/memories";
  const telling = { content: `I hide the ${SAID} key.`, tags: [WRITTEN] };
  afterEach(() => ServerProcess.killAll());

  it("is in no file and no answer of either process any more, digests and ids aside", async () => {
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const servers = await ServerProcess.startAll(directory, 2, {
        environment: { TMPDIR: directory, SQLITE_TMPDIR: directory },
      });
      const [first, last] = servers.map((server) => server.as(key)) as [Client, Client];
      const traces = async (): Promise<string[]> =>
        tracesOf(
          [SAID, WRITTEN],
          directory,
          servers.map(({ pid }) => pid),
        );
      for (let bystander = 0; bystander < BYSTANDERS; bystander += 1) {
        await first.post(memories, { content: `Bystander ${bystander}` });
      }
      for (let turn = 0; turn < 5; turn += 1) {
        const { id } = (await first.post(memories, telling)).body as { id: string };
        await first.patch(`${memories}/${id}`, { content: `In the ${SAID} box.` });
        await last.patch(`${memories}/${id}`, { tags: [WRITTEN, `${WRITTEN} ${turn}`] });
        await Promise.all([first, last].map((client) => client.get(`${memories}/${id}`)));
        const before = (await traces()).join();
        expect([before.includes(SAID), before.includes(WRITTEN)]).to.deep.equal([true, true]);
        expect((await last.delete(`${memories}/${id}`)).status).to.equal(200);
        await until(async () => (await traces()).length === 0);
        for (const client of [first, last]) {
          expect((await client.get(`${memories}/${id}`)).status).to.equal(404);
          const listed = (await client.get(`${memories}?limit=100`)).body;
          expect(textsIn(Buffer.from(JSON.stringify(listed)), [SAID, WRITTEN])).to.deep.equal([]);
        }
        expect(rowsOf(directory, "SELECT kind FROM tombstones WHERE id = ?", id)).to.deep.equal([{ kind: "memory" }]);
        expect(rowsOf(directory, "SELECT 1 FROM memories WHERE id = ?", id)).to.deep.equal([]);
      }
      expect(await tracesOf(["Bystander 7"], directory)).not.to.deep.equal([]);
    });
  });
});
