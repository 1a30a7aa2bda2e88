import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { Client } from "../../client.js";
import { collection } from "../../conversations.js";
import { createKey, mneme, ServerProcess } from "../../server-process.js";
import type { ServicePlace } from "../../service-place.js";
import { withStore, type UseBackend } from "../../service-stores.js";
import { until } from "../../waiting.js";

const PROCESSES = 3;
/** Decision 1.4. */
const ELSEWHERE_WITHIN_MS = 1_000;
const BEFORE_MS = 700;
/** So many calls of each are looked at afterwards. */
const CALLS_AFTER = 5;

interface Poll {
  /** In milliseconds: the key was looked at between the two. */
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly status: number;
}

/** Asks with one key without a pause until it is told to stop. */
class Poller {
  private readonly polls: Poll[] = [];
  private readonly ended: Promise<void>;
  private isEnding = false;

  constructor(client: Client) {
    this.ended = this.poll(client);
  }

  callsAfter(time: number): number {
    return this.polls.filter(({ sentAt }) => sentAt > time).length;
  }

  async end(): Promise<Poll[]> {
    this.isEnding = true;
    await this.ended;
    return this.polls;
  }

  private async poll(client: Client): Promise<void> {
    while (!this.isEnding) {
      const sentAt = performance.now();
      const { status } = await client.get(`${collection}?limit=1`);
      this.polls.push({ sentAt, answeredAt: performance.now(), status });
    }
  }
}

/** Revokes the key of this id. */
type Revoke = (id: string) => Promise<unknown>;

async function keyIds(place: ServicePlace): Promise<string[]> {
  const keys = JSON.parse(await mneme(place, "keys", "list", "--user", "ada", "--json")) as { id: string }[];
  return keys.map(({ id }) => id);
}

async function byHttp(place: ServicePlace, server: ServerProcess): Promise<Revoke> {
  const owner = server.as(await mneme(place, "token", "--user", "ada"));
  return async (id) => expect((await owner.delete(`/v1/dev/keys/${id}`)).status).to.equal(204);
}

const byCommand = (place: ServicePlace): Promise<Revoke> =>
  Promise.resolve((id) => mneme(place, "keys", "revoke", id, "--user", "ada"));

/** A revoked key is refused by all processes within a second. */
export function revocation(useBackend: UseBackend): void {
  describe("a key that is revoked while it is in use in three processes", () => {
    const backend = useBackend();
    afterEach(() => ServerProcess.killAll());

    for (const [way, prepare] of [
      ["over HTTP in one of them", byHttp],
      ["by the command beside them", byCommand],
    ] as const) {
      it(`is refused in all within a second: ${way}`, async () => {
        await withStore(backend, async (store) => {
          const key = await createKey(store);
          const [id = ""] = await keyIds(store);
          const another = await createKey(store);
          const servers = (await ServerProcess.startAll(store, PROCESSES)) as [ServerProcess, ...ServerProcess[]];
          const revoke = await prepare(store, servers[0]);

          const pollers = servers.map((server) => new Poller(server.as(key)));
          await sleep(BEFORE_MS);
          const begunAt = performance.now();
          await revoke(id);
          const revokedAt = performance.now();
          const isSeen = (poller: Poller) => poller.callsAfter(revokedAt + ELSEWHERE_WITHIN_MS) >= CALLS_AFTER;
          await until(() => pollers.every(isSeen));
          const polled = await Promise.all(pollers.map((poller) => poller.end()));

          for (const [index, polls] of polled.entries()) {
            const statusesOf = (some: (poll: Poll) => boolean): number[] => [
              ...new Set(polls.filter(some).map(({ status }) => status)),
            ];
            const sentAfter = (time: number): number[] => statusesOf(({ sentAt }) => sentAt > time);
            expect(statusesOf(({ answeredAt }) => answeredAt < begunAt)).to.deep.equal([200]);
            expect(sentAfter(revokedAt + ELSEWHERE_WITHIN_MS)).to.deep.equal([401]);
            expect(sentAfter(polls.find(({ status }) => status === 401)?.sentAt ?? NaN)).to.deep.equal([401]);
            if (index === 0 && prepare === byHttp) expect(sentAfter(revokedAt)).to.deep.equal([401]);
          }
          for (const server of servers) expect((await server.as(another).get(collection)).status).to.equal(200);
        });
      });
    }
  });
}
