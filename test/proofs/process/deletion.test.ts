import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH, recordConversation, type WireConversation } from "../../support/conversation-requests.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { openReadTransaction, countConversationRows, queryRows, sqliteFilePath } from "../../support/sqlite-file.js";
import { findTexts, findTextRemnants } from "../../support/text-remnants.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

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
  const [row] = queryRows(directory, `SELECT id FROM conversations WHERE ${claimedUntil} IS NOT NULL`);
  return row?.["id"] as string | undefined;
}

/** Creates, by one client, what carries `SAID` everywhere, and a title of the user that is `WRITTEN`; all is in a stored answer too. */
async function conversationToDelete(client: ApiClient): Promise<string> {
  const { id, structured, transcript_segments } = await recordConversation(client, telling(SAID));
  const { title, overview, action_items, events } = structured;
  for (const part of [title, overview, action_items, events, transcript_segments]) {
    expect(findTexts(Buffer.from(JSON.stringify(part)), [SAID]), JSON.stringify(part)).to.deep.equal([SAID]);
  }
  expect((await rename(client, id)).status).to.equal(200);
  return id;
}

/** With a key, so that the answer is kept. */
function rename(client: ApiClient, id: string): Promise<ClientResponse> {
  return client.patch(
    `${CONVERSATIONS_PATH}/${id}`,
    { title: `About ${WRITTEN}` },
    { "Idempotency-Key": `rename ${id}` },
  );
}

/** Whether an answer that was given before still stands in the file. */
function isAnswerKept(directory: string): boolean {
  const kept = "SELECT 1 FROM keyed_calls WHERE instr(state, ?) OR instr(state, ?)";
  return queryRows(directory, kept, SAID, WRITTEN).length > 0;
}

/** No route shows it any more, including those that showed it before. */
async function expectUnknown(clients: readonly ApiClient[], id: string): Promise<void> {
  for (const client of clients) {
    expect((await client.get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`)).status).to.equal(404);
    const listed = (await client.get(`${CONVERSATIONS_PATH}?include_transcript=true&limit=200`))
      .body as WireConversation[];
    expect(findTexts(Buffer.from(JSON.stringify(listed)), [SAID, WRITTEN])).to.deep.equal([]);
  }
}

describe("a deleted conversation", () => {
  afterEach(() => ServerProcess.killAll());

  const pids = (servers: readonly ServerProcess[]): number[] => servers.map(({ pid }) => pid);

  async function traces(directory: string, servers: readonly ServerProcess[] = []): Promise<string[]> {
    return findTextRemnants([SAID, WRITTEN], directory, pids(servers));
  }

  async function expectErased(directory: string, servers: readonly ServerProcess[]): Promise<void> {
    await waitUntil(async () => (await traces(directory, servers)).length === 0);
  }

  /** Servers on a folder in which others' conversations stand before and after. */
  async function begin(directory: string, count: number): Promise<{ servers: ServerProcess[]; clients: ApiClient[] }> {
    const key = await createKey(directory);
    // SQLite would make its temporary files here.
    const servers = await ServerProcess.startAll(directory, count, {
      environment: { TMPDIR: directory, SQLITE_TMPDIR: directory },
    });
    const clients = servers.map((server) => server.clientFor(key));
    for (let bystander = 0; bystander < BYSTANDERS; bystander += 1) {
      await Promise.all(clients.map((client) => recordConversation(client, telling(`Bystander ${bystander}`))));
    }
    return { servers, clients };
  }

  for (const count of [1, 2]) {
    describe(`with ${count === 1 ? "one process" : "two processes"}`, () => {
      it("is erased from all files and responses", async () => {
        await withTemporaryDirectory(async (directory) => {
          const { servers, clients } = await begin(directory, count);
          const [first, last] = [clients[0] as ApiClient, clients.at(-1) as ApiClient];
          for (let turn = 0; turn < 5; turn += 1) {
            const id = await conversationToDelete(first);
            for (const client of clients) await client.get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`);
            const before = (await traces(directory, servers)).join();
            expect(isAnswerKept(directory)).to.equal(true);
            expect([before.includes(SAID), before.includes(WRITTEN)]).to.deep.equal([true, true]);
            expect((await last.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
            await expectErased(directory, servers);
            await expectUnknown(clients, id);
            expect((await rename(first, id)).status).to.equal(409);
            expect(countConversationRows(directory, id)).to.deep.equal(nothingLeft);
          }
          expect(await findTextRemnants(["Bystander 7"], directory)).not.to.deep.equal([]);
        });
      });

      it("is erased shortly after a concurrent read transaction ends", async () => {
        await withTemporaryDirectory(async (directory) => {
          const { servers, clients } = await begin(directory, count);
          const [first, last] = [clients[0] as ApiClient, clients.at(-1) as ApiClient];
          const id = await conversationToDelete(first);
          const reader = openReadTransaction(directory);
          try {
            expect((await last.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
            await expectUnknown(clients, id);
            await recordConversation(first, telling("Meanwhile"));
            expect(await traces(directory)).not.to.deep.equal([]);
            reader.release();
            await expectErased(directory, servers);
          } finally {
            reader.close();
          }
        });
      });
    });
  }

  it("is erased after a restart when the server is killed right after its response", async () => {
    await withTemporaryDirectory(async (directory) => {
      const { servers, clients } = await begin(directory, 1);
      const [server, client] = [servers[0] as ServerProcess, clients[0] as ApiClient];
      const id = await conversationToDelete(client);
      // The read keeps the deletion from being erased: that is left to the next start.
      const reader = openReadTransaction(directory);
      try {
        expect((await client.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
        await server.kill();
        expect(await traces(directory)).not.to.deep.equal([]);
        reader.release();
        const next = await ServerProcess.start(directory);
        await expectErased(directory, [next]);
        await expectUnknown([next.clientFor(client.credential)], id);
      } finally {
        reader.close();
      }
    });
  });

  describe("that another process is summarising", () => {
    interface DeletedMeanwhile {
      readonly servers: ServerProcess[];
      readonly clients: ApiClient[];
      readonly id: string;
      /** What its creation comes to: the first process answers when it is done with it. */
      readonly creation: Promise<PromiseSettledResult<ClientResponse>[]>;
    }

    /** Creates it in the first process, which is then stopped in its tracks, and deletes it in the second. */
    async function deletedMeanwhile(directory: string): Promise<DeletedMeanwhile> {
      const { servers, clients } = await begin(directory, 2);
      const [first, other] = [servers[0] as ServerProcess, clients[1] as ApiClient];
      // Who is to answer with the summary has claimed it from the start: no other process takes it.
      const post = clients[0]?.post(`${CONVERSATIONS_PATH}/from-segments`, long(SAID), { Prefer: "wait=25" });
      const creation = Promise.allSettled([post as Promise<ClientResponse>]);
      await waitUntil(() => claimed(directory) !== undefined);
      await first.suspendOutside(sqliteFilePath(directory));
      const id = claimed(directory) ?? "";
      expect(countConversationRows(directory, id)).to.deep.equal({ ...nothingYet, conversations: 1, transcripts: 1 });
      expect((await other.delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
      return { servers, clients, id, creation };
    }

    it("is erased at once and is not recreated when that process continues", async () => {
      await withTemporaryDirectory(async (directory) => {
        const { servers, clients, id, creation } = await deletedMeanwhile(directory);
        await expectErased(directory, servers);
        expect(countConversationRows(directory, id)).to.deep.equal(nothingLeft);
        servers[0]?.resume();
        const [answered] = await creation;
        expect(answered).to.deep.include({ status: "fulfilled" }).with.nested.property("value.body").that.deep.equals({
          id,
          discarded: true,
          status: "completed",
        });
        expect(countConversationRows(directory, id)).to.deep.equal(nothingLeft);
        await expectErased(directory, servers);
        await expectUnknown(clients, id);
      });
    });

    it("is erased at once when that process is killed", async () => {
      await withTemporaryDirectory(async (directory) => {
        const { servers, clients, id, creation } = await deletedMeanwhile(directory);
        await servers[0]?.kill();
        expect((await creation).map(({ status }) => status)).to.deep.equal(["rejected"]);
        await expectErased(directory, servers.slice(1));
        expect(countConversationRows(directory, id)).to.deep.equal(nothingLeft);
        await expectUnknown(clients.slice(1), id);
      });
    });
  });
});

describe("a deleted memory", () => {
  const memories = "/v1/dev/user/memories";
  const telling = { content: `I hide the ${SAID} key.`, tags: [WRITTEN] };
  afterEach(() => ServerProcess.killAll());

  it("is erased from all files and responses, except for digests and IDs", async () => {
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const servers = await ServerProcess.startAll(directory, 2, {
        environment: { TMPDIR: directory, SQLITE_TMPDIR: directory },
      });
      const [first, last] = servers.map((server) => server.clientFor(key)) as [ApiClient, ApiClient];
      const traces = async (): Promise<string[]> =>
        findTextRemnants(
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
        await waitUntil(async () => (await traces()).length === 0);
        for (const client of [first, last]) {
          expect((await client.get(`${memories}/${id}`)).status).to.equal(404);
          const listed = (await client.get(`${memories}?limit=100`)).body;
          expect(findTexts(Buffer.from(JSON.stringify(listed)), [SAID, WRITTEN])).to.deep.equal([]);
        }
        expect(queryRows(directory, "SELECT kind FROM tombstones WHERE id = ?", id)).to.deep.equal([
          { kind: "memory" },
        ]);
        expect(queryRows(directory, "SELECT 1 FROM memories WHERE id = ?", id)).to.deep.equal([]);
      }
      expect(await findTextRemnants(["Bystander 7"], directory)).not.to.deep.equal([]);
    });
  });
});
