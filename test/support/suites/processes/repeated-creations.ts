import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { SystemIds } from "../../../../src/adapters/system/index.js";
import type { Answered, Client } from "../../client.js";
import { collection, planning, type Receipt } from "../../conversations.js";
import { createKey, ServerProcess } from "../../server-process.js";
import { withStore, type ServiceStore, type UseBackend } from "../../service-stores.js";
import { until } from "../../waiting.js";

const PROCESSES = 4;
const POSTS = 200;
const RACES = 12;
const POSTS_IN_A_RACE = 24;
const BETWEEN_DELETIONS_MS = 4;

const ids = new SystemIds();

const oneOfEach = { conversations: 1, transcripts: 1, action_items: 1 };
const none = { conversations: 0, transcripts: 0, action_items: 0 };

const create = (client: Client, session: string): Promise<Answered> =>
  client.post(`${collection}/from-segments`, { ...planning, client_session_id: session });

/** The same posts at once, each process its share of them. */
async function postedAtOnce(clients: readonly Client[], session: string, count: number): Promise<Receipt[]> {
  const posts = Array.from({ length: count }, (_, turn) => create(turnOf(clients, turn), session));
  return (await Promise.all(posts)).map(({ status, body }) => {
    expect(status).to.equal(200);
    return body as Receipt;
  });
}

function turnOf<T>(all: readonly T[], turn: number): T {
  const [one] = all.slice(turn % all.length);
  if (one === undefined) throw new Error("There is none to take a turn");
  return one;
}

const idsOf = (receipts: readonly Receipt[]): string[] => [...new Set(receipts.map(({ id }) => id))];

/** One client_session_id is one conversation, whichever process it comes to. */
export function repeatedCreations(useBackend: UseBackend): void {
  describe("a creation that is repeated, over four processes on one store", () => {
    const backend = useBackend();
    const posts = POSTS / backend.loadDivisor;
    let servers: ServerProcess[] = [];
    afterEach(() => ServerProcess.killAll());

    async function clientsOf(store: ServiceStore, key: string): Promise<Client[]> {
      servers = await ServerProcess.startAll(store, PROCESSES);
      return servers.map((server) => server.as(key));
    }

    it("is one conversation, after a restart as well; nothing comes back when it is deleted", async () => {
      await withStore(backend, async (store) => {
        const [ada, bob] = [await createKey(store, "ada"), await createKey(store, "bob")];
        let clients = await clientsOf(store, ada);
        const completed = async (): Promise<Answered> => turnOf(clients, 1).get(`${collection}?total=true`);

        const [id = "", ...others] = idsOf(await postedAtOnce(clients, "morning", posts));
        expect(others).to.deep.equal([]);
        await until(async () => ((await completed()).body as unknown[]).length === 1);
        expect((await completed()).headers.get("X-Total-Count")).to.equal("1");
        expect(await store.inspection.countRows()).to.deep.equal(oneOfEach);

        expect(await Promise.all(servers.map((server) => server.stop()))).to.deep.equal([0, 0, 0, 0]);
        clients = await clientsOf(store, ada);
        const repeats = await postedAtOnce(clients, "morning", posts);
        expect(idsOf(repeats)).to.deep.equal([id]);
        expect(repeats.every(({ status, discarded }) => status === "completed" && !discarded)).to.equal(true);
        expect(await store.inspection.countRows()).to.deep.equal(oneOfEach);

        const bobsClients = servers.map((server) => server.as(bob));
        const [bobs = "", ...more] = idsOf(await postedAtOnce(bobsClients, "morning", posts));
        expect(more).to.deep.equal([]);
        expect(bobs).not.to.equal(id);
        expect((await turnOf(clients, 2).get(`${collection}/${bobs}`)).status).to.equal(404);

        expect((await turnOf(clients, 3).delete(`${collection}/${id}`)).status).to.equal(200);
        const late = await postedAtOnce(clients, "morning", posts);
        expect(idsOf(late)).to.deep.equal([id]);
        expect(late.every(({ discarded }) => discarded)).to.equal(true);
        for (const client of clients) {
          expect((await client.get(`${collection}/${id}`)).status).to.equal(404);
          const list = await client.get(`${collection}?total=true`);
          expect([list.body, list.headers.get("X-Total-Count")]).to.deep.equal([[], "0"]);
        }
        expect(await store.inspection.countRowsOf(id)).to.deep.equal({ ...none, tombstones: 1 });
        expect(await store.inspection.countRowsOf(bobs)).to.deep.equal({ ...oneOfEach, tombstones: 0 });
      });
    });

    it("ends deleted or present, never half, when it races with its deletion", async () => {
      await withStore(backend, async (store) => {
        const clients = await clientsOf(store, await createKey(store));
        let deleted = 0;
        for (let race = 0; race < RACES; race += 1) {
          const session = `race ${race}`;
          const id = ids.derived("ada", "conversation", session);
          const during = postedAtOnce(clients, session, POSTS_IN_A_RACE);
          await sleep(race * BETWEEN_DELETIONS_MS);
          const deletions = await Promise.all(clients.map((client) => client.delete(`${collection}/${id}`)));
          const after = await postedAtOnce(clients, session, POSTS_IN_A_RACE);
          expect(idsOf([...(await during), ...after])).to.deep.equal([id]);
          const isDeleted = deletions.some(({ status }) => status === 200);
          if (isDeleted) deleted += 1;
          expect(after.map(({ discarded }) => discarded)).to.deep.equal(after.map(() => isDeleted));
          const left = isDeleted ? { ...none, tombstones: 1 } : { ...oneOfEach, tombstones: 0 };
          await until(async () => isDeepStrictEqual(await store.inspection.countRowsOf(id), left));
          for (const client of clients) {
            expect((await client.get(`${collection}/${id}`)).status).to.equal(isDeleted ? 404 : 200);
          }
        }
        expect(deleted).to.be.greaterThan(0);
      });
    });
  });
}
