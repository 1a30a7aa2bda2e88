import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { SystemIds } from "../../../../src/adapters/system/index.js";
import type { ClientResponse, ApiClient } from "../../api-client.js";
import { CONVERSATIONS_PATH, planningConversation, type ConversationReceipt } from "../../conversation-requests.js";
import { createKey, ServerProcess } from "../../server-process.js";
import { withStore, type ServiceStore, type UseBackend } from "../../service-stores.js";
import { waitUntil } from "../../eventually.js";

const PROCESS_COUNT = 4;
const POST_COUNT = 200;
const RACE_COUNT = 12;
const POSTS_PER_RACE = 24;
const DELETION_INTERVAL_MS = 4;

const ids = new SystemIds();

const ONE_OF_EACH = { conversations: 1, transcripts: 1, action_items: 1 };
const NO_ROWS = { conversations: 0, transcripts: 0, action_items: 0 };

const createConversation = (client: ApiClient, session: string): Promise<ClientResponse> =>
  client.post(`${CONVERSATIONS_PATH}/from-segments`, { ...planningConversation, client_session_id: session });

/** Sends identical posts concurrently, distributed over the processes. */
function postConcurrently(clients: readonly ApiClient[], session: string, count: number): Promise<ClientResponse>[] {
  return Array.from({ length: count }, (_, turn) => createConversation(atTurn(clients, turn), session));
}

function postAndReadReceipts(
  clients: readonly ApiClient[],
  session: string,
  count: number,
): Promise<ConversationReceipt[]> {
  return readReceipts(postConcurrently(clients, session, count));
}

async function readReceipts(posts: readonly Promise<ClientResponse>[]): Promise<ConversationReceipt[]> {
  return (await Promise.all(posts)).map(({ status, body }) => {
    expect(status).to.equal(200);
    return body as ConversationReceipt;
  });
}

function atTurn<T>(items: readonly T[], turn: number): T {
  const [item] = items.slice(turn % items.length);
  if (item === undefined) throw new Error("There is none to take a turn");
  return item;
}

const idsOf = (receipts: readonly ConversationReceipt[]): string[] => [...new Set(receipts.map(({ id }) => id))];

/** One client_session_id identifies one conversation, whichever processes receive the requests. */
export function repeatedCreationSuite(useBackend: UseBackend): void {
  describe("repeated creation with one client_session_id by four processes", () => {
    const backend = useBackend();
    const posts = POST_COUNT / backend.loadDivisor;
    let servers: ServerProcess[] = [];
    afterEach(() => ServerProcess.killAll());

    async function startClients(store: ServiceStore, key: string): Promise<ApiClient[]> {
      servers = await ServerProcess.startAll(store, PROCESS_COUNT);
      return servers.map((server) => server.clientFor(key));
    }

    it("creates one conversation across restarts and does not recreate it after deletion", async () => {
      await withStore(backend, async (store) => {
        const [ada, bob] = [await createKey(store, "ada"), await createKey(store, "bob")];
        let clients = await startClients(store, ada);
        const listCompleted = async (): Promise<ClientResponse> =>
          atTurn(clients, 1).get(`${CONVERSATIONS_PATH}?total=true`);

        const [id = "", ...others] = idsOf(await postAndReadReceipts(clients, "morning", posts));
        expect(others).to.deep.equal([]);
        await waitUntil(async () => ((await listCompleted()).body as unknown[]).length === 1);
        expect((await listCompleted()).headers.get("X-Total-Count")).to.equal("1");
        expect(await store.inspection.countRows()).to.deep.equal(ONE_OF_EACH);

        expect(await Promise.all(servers.map((server) => server.stop()))).to.deep.equal([0, 0, 0, 0]);
        clients = await startClients(store, ada);
        const repeatedReceipts = await postAndReadReceipts(clients, "morning", posts);
        expect(idsOf(repeatedReceipts)).to.deep.equal([id]);
        expect(repeatedReceipts.every(({ status, discarded }) => status === "completed" && !discarded)).to.equal(true);
        expect(await store.inspection.countRows()).to.deep.equal(ONE_OF_EACH);

        const bobsClients = servers.map((server) => server.clientFor(bob));
        const [bobsId = "", ...otherIds] = idsOf(await postAndReadReceipts(bobsClients, "morning", posts));
        expect(otherIds).to.deep.equal([]);
        expect(bobsId).not.to.equal(id);
        expect((await atTurn(clients, 2).get(`${CONVERSATIONS_PATH}/${bobsId}`)).status).to.equal(404);

        expect((await atTurn(clients, 3).delete(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(200);
        const lateReceipts = await postAndReadReceipts(clients, "morning", posts);
        expect(idsOf(lateReceipts)).to.deep.equal([id]);
        expect(lateReceipts.every(({ discarded }) => discarded)).to.equal(true);
        for (const client of clients) {
          expect((await client.get(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(404);
          const list = await client.get(`${CONVERSATIONS_PATH}?total=true`);
          expect([list.body, list.headers.get("X-Total-Count")]).to.deep.equal([[], "0"]);
        }
        expect(await store.inspection.countRowsOf(id)).to.deep.equal({ ...NO_ROWS, tombstones: 1 });
        expect(await store.inspection.countRowsOf(bobsId)).to.deep.equal({ ...ONE_OF_EACH, tombstones: 0 });
      });
    });

    it("leaves the conversation complete or deleted when it races with a deletion", async () => {
      await withStore(backend, async (store) => {
        const clients = await startClients(store, await createKey(store));
        let deletedCount = 0;
        for (let race = 0; race < RACE_COUNT; race += 1) {
          const session = `race ${race}`;
          const id = ids.derive("ada", "conversation", session);
          const racingPosts = postConcurrently(clients, session, POSTS_PER_RACE);
          // Every other race deletes a stored conversation while the other posts are in progress.
          if (race % 2 === 0) await Promise.race(racingPosts);
          else await sleep(race * DELETION_INTERVAL_MS);
          const deletions = await Promise.all(clients.map((client) => client.delete(`${CONVERSATIONS_PATH}/${id}`)));
          const receiptsAfter = await postAndReadReceipts(clients, session, POSTS_PER_RACE);
          expect(idsOf([...(await readReceipts(racingPosts)), ...receiptsAfter])).to.deep.equal([id]);
          const isDeleted = deletions.some(({ status }) => status === 200);
          if (isDeleted) deletedCount += 1;
          expect(receiptsAfter.map(({ discarded }) => discarded)).to.deep.equal(receiptsAfter.map(() => isDeleted));
          const expectedRows = isDeleted ? { ...NO_ROWS, tombstones: 1 } : { ...ONE_OF_EACH, tombstones: 0 };
          await waitUntil(async () => isDeepStrictEqual(await store.inspection.countRowsOf(id), expectedRows));
          for (const client of clients) {
            expect((await client.get(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(isDeleted ? 404 : 200);
          }
        }
        expect(deletedCount).to.be.at.least(RACE_COUNT / 2);
      });
    });
  });
}
