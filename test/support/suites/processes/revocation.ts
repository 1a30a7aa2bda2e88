import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { ApiClient } from "../../api-client.js";
import { CONVERSATIONS_PATH } from "../../conversation-requests.js";
import { createKey, runMneme, ServerProcess } from "../../server-process.js";
import type { ServiceConfig } from "../../service-config.js";
import { withStore, type UseBackend } from "../../service-stores.js";
import { waitUntil } from "../../eventually.js";

const PROCESS_COUNT = 3;
/** The maximum delay of a revocation (decision 1.4). */
const PROPAGATION_TIMEOUT_MS = 1_000;
const WARM_UP_MS = 700;
/** The number of polls after the revocation that are checked for each process. */
const CALLS_AFTER_REVOCATION = 5;

interface KeyPoll {
  /** In milliseconds: the service checked the key between the two times. */
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  readonly status: number;
}

/** Sends requests with one key without a pause until it is stopped. */
class KeyPoller {
  private readonly polls: KeyPoll[] = [];
  private readonly finished: Promise<void>;
  private isStopping = false;

  constructor(client: ApiClient) {
    this.finished = this.pollUntilStopped(client);
  }

  countPollsAfter(timeMs: number): number {
    return this.polls.filter(({ sentAtMs }) => sentAtMs > timeMs).length;
  }

  async stop(): Promise<KeyPoll[]> {
    this.isStopping = true;
    await this.finished;
    return this.polls;
  }

  private async pollUntilStopped(client: ApiClient): Promise<void> {
    while (!this.isStopping) {
      const sentAtMs = performance.now();
      const { status } = await client.get(`${CONVERSATIONS_PATH}?limit=1`);
      this.polls.push({ sentAtMs, answeredAtMs: performance.now(), status });
    }
  }
}

/** Revokes the key with this ID. */
type RevokeKey = (id: string) => Promise<unknown>;

async function listKeyIds(config: ServiceConfig): Promise<string[]> {
  const keys = JSON.parse(await runMneme(config, "keys", "list", "--user", "ada", "--json")) as { id: string }[];
  return keys.map(({ id }) => id);
}

async function createHttpRevoker(config: ServiceConfig, server: ServerProcess): Promise<RevokeKey> {
  const owner = server.clientFor(await runMneme(config, "token", "--user", "ada"));
  return async (id) => expect((await owner.delete(`/v1/dev/keys/${id}`)).status).to.equal(204);
}

const createCommandRevoker = (config: ServiceConfig): Promise<RevokeKey> =>
  Promise.resolve((id) => runMneme(config, "keys", "revoke", id, "--user", "ada"));

/** All processes reject a revoked key within a second. */
export function revocationSuite(useBackend: UseBackend): void {
  describe("an API key that is revoked while three processes use it", () => {
    const backend = useBackend();
    afterEach(() => ServerProcess.killAll());

    for (const [title, createRevoker] of [
      ["over HTTP to one of them", createHttpRevoker],
      ["by a command in another process", createCommandRevoker],
    ] as const) {
      it(`is rejected by all processes within a second: ${title}`, async () => {
        await withStore(backend, async (store) => {
          const key = await createKey(store);
          const [id = ""] = await listKeyIds(store);
          const otherKey = await createKey(store);
          const servers = (await ServerProcess.startAll(store, PROCESS_COUNT)) as [ServerProcess, ...ServerProcess[]];
          const revoke = await createRevoker(store, servers[0]);

          const pollers = servers.map((server) => new KeyPoller(server.clientFor(key)));
          await sleep(WARM_UP_MS);
          const startedAtMs = performance.now();
          await revoke(id);
          const revokedAtMs = performance.now();
          const hasEnoughPolls = (poller: KeyPoller) =>
            poller.countPollsAfter(revokedAtMs + PROPAGATION_TIMEOUT_MS) >= CALLS_AFTER_REVOCATION;
          await waitUntil(() => pollers.every(hasEnoughPolls));
          const pollsByServer = await Promise.all(pollers.map((poller) => poller.stop()));

          for (const [index, polls] of pollsByServer.entries()) {
            const listStatuses = (isSelected: (poll: KeyPoll) => boolean): number[] => [
              ...new Set(polls.filter(isSelected).map(({ status }) => status)),
            ];
            const statusesSentAfter = (timeMs: number): number[] => listStatuses(({ sentAtMs }) => sentAtMs > timeMs);
            expect(listStatuses(({ answeredAtMs }) => answeredAtMs < startedAtMs)).to.deep.equal([200]);
            expect(statusesSentAfter(revokedAtMs + PROPAGATION_TIMEOUT_MS)).to.deep.equal([401]);
            expect(statusesSentAfter(polls.find(({ status }) => status === 401)?.sentAtMs ?? NaN)).to.deep.equal([401]);
            if (index === 0 && createRevoker === createHttpRevoker)
              expect(statusesSentAfter(revokedAtMs)).to.deep.equal([401]);
          }
          for (const server of servers)
            expect((await server.clientFor(otherKey).get(CONVERSATIONS_PATH)).status).to.equal(200);
        });
      });
    }
  });
}
