import { expect } from "chai";
import { isBrokenConnection } from "./connection-errors.js";
import type { ClientResponse, ApiClient } from "./api-client.js";
import { waitUntil } from "./eventually.js";

const MEMORIES_PATH = "/v1/dev/user/memories";
const ACTION_ITEMS_PATH = "/v1/dev/user/action-items";
const WRITER_COUNT = 4;
const BATCH_SIZE = 5;
const PAGE_SIZE = 100;

/** A write that is repeated under the same Idempotency-Key until it receives a response. */
interface LoadWrite {
  readonly mark: string;
  readonly path: string;
  readonly body: object;
}

/** The number of stored parts of each mark. */
type StoredCounts = ReadonlyMap<string, number>;

const sessionPath = (mark: string): string => `/v1/dev/user/sessions/${mark}`;

const writeFactories: readonly ((mark: string) => LoadWrite)[] = [
  (mark) => ({ mark, path: MEMORIES_PATH, body: { content: `${mark}: I row on Sundays` } }),
  (mark) => ({
    mark,
    path: `${ACTION_ITEMS_PATH}/batch`,
    body: { action_items: Array.from({ length: BATCH_SIZE }, (_, index) => ({ description: `${mark}: ${index}` })) },
  }),
  (mark) => ({
    mark,
    path: `${sessionPath(mark)}/segments`,
    body: {
      offset: 0,
      transcript_segments: Array.from({ length: BATCH_SIZE }, (_, index) => ({
        text: `The boat number ${index} leaves`,
        start: index,
        end: index + 1,
      })),
    },
  }),
];

/** Returns the number of parts of a write: one for a memory, otherwise the size of a batch. */
const countParts = ({ path }: LoadWrite): number => (path === MEMORIES_PATH ? 1 : BATCH_SIZE);

/** Writers that run until they are stopped, with the outcome of each write. */
export class WriteLoad {
  readonly #writes: LoadWrite[] = [];
  readonly #acknowledged = new Set<string>();
  readonly #finished: Promise<unknown>;
  #isStopped = false;
  /** The number of responses with a declared 503. */
  unavailableCount = 0;
  /** The number of requests without a response. */
  brokenCount = 0;
  maxWaitMs = 0;

  /** @param clients returns the clients of the services to write to, in rotation; they may change after a restart. */
  constructor(private readonly clients: () => readonly ApiClient[]) {
    this.#finished = Promise.all(Array.from({ length: WRITER_COUNT }, (_, writer) => this.#write(writer)));
    this.#finished.catch(() => (this.#isStopped = true));
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Waits for `count` further acknowledged writes. */
  async waitForWrites(count: number): Promise<void> {
    const target = this.acknowledged + count;
    await waitUntil(() => this.acknowledged >= target || this.#isStopped);
    if (this.#isStopped) await this.#finished;
  }

  /** Stops the load and checks the stored objects; then repeats unacknowledged writes and checks again. */
  async verify(): Promise<void> {
    this.#isStopped = true;
    await this.#finished;
    await this.#checkStored();
    const unanswered = this.#writes.filter(({ mark }) => !this.#acknowledged.has(mark));
    for (const write of unanswered) await waitUntil(async () => (await this.#send(write, 0)) === 200);
    await this.#checkStored();
  }

  async #write(writer: number): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const write = writeFactories[turn % writeFactories.length]?.(`w${writer}-${turn}`) as LoadWrite;
      this.#writes.push(write);
      await this.#send(write, turn);
    }
  }

  /** @returns the status; undefined without a response. */
  async #send(write: LoadWrite, turn: number): Promise<number | undefined> {
    const allClients = this.clients();
    const client = allClients[turn % allClients.length] as ApiClient;
    const begunMs = performance.now();
    const response = await client
      .post(write.path, write.body, { "Idempotency-Key": write.mark })
      .catch((error: unknown) => {
        if (!isBrokenConnection(error)) throw error;
        return undefined;
      });
    this.maxWaitMs = Math.max(this.maxWaitMs, performance.now() - begunMs);
    if (response) this.#recordResponse(write, response);
    else this.brokenCount += 1;
    return response?.status;
  }

  /** 409 means that the first request with the key is still in progress. */
  #recordResponse({ mark }: LoadWrite, { status, headers, body }: ClientResponse): void {
    expect(status, JSON.stringify(body)).to.be.oneOf([200, 409, 503]);
    if (status === 200) this.#acknowledged.add(mark);
    if (status !== 503) return;
    this.unavailableCount += 1;
    expect(Number(headers.get("Retry-After"))).to.be.above(0);
  }

  /** Every acknowledged write must be stored once; of any other write all parts or none. */
  async #checkStored(): Promise<void> {
    const stored = await this.#readStored();
    for (const write of this.#writes) {
      const expected = this.#acknowledged.has(write.mark) ? [countParts(write)] : [0, countParts(write)];
      expect(stored.get(write.mark) ?? 0, write.mark).to.be.oneOf(expected);
    }
  }

  async #readStored(): Promise<StoredCounts> {
    const [client] = this.clients() as readonly [ApiClient];
    const stored = new Map<string, number>();
    const lists = [
      ...(await listAllObjects(client, MEMORIES_PATH)),
      ...(await listAllObjects(client, ACTION_ITEMS_PATH)),
    ];
    for (const { content, description } of lists as readonly { content?: string; description?: string }[]) {
      const mark = (content ?? description ?? "").replace(/:.*/s, "");
      stored.set(mark, (stored.get(mark) ?? 0) + 1);
    }
    for (const { mark, path } of this.#writes.filter((write) => write.path.includes("/sessions/"))) {
      const { status, body } = await client.get(path.replace("/segments", ""));
      expect(status).to.be.oneOf([200, 404]);
      stored.set(mark, status === 200 ? (body as { readonly segment_count: number }).segment_count : 0);
    }
    return stored;
  }
}

async function listAllObjects(client: ApiClient, path: string): Promise<object[]> {
  const objects: object[] = [];
  for (;;) {
    const { status, body } = await client.get(`${path}?limit=${PAGE_SIZE}&offset=${objects.length}`);
    expect(status).to.equal(200);
    const page = (Array.isArray(body) ? body : (body as { action_items: unknown }).action_items) as object[];
    if (page.length === 0) return objects;
    objects.push(...page);
  }
}
