import { expect } from "chai";
import { isBrokenConnection } from "./broken-connection.js";
import type { Answered, Client } from "./client.js";
import { until } from "./waiting.js";

const memories = "/v1/dev/user/memories";
const actionItems = "/v1/dev/user/action-items";
const WRITERS = 4;
const BATCH_SIZE = 5;
const PAGE_SIZE = 100;

/** A write of a client, which is repeated under the same Idempotency-Key until it is answered. */
interface Write {
  readonly mark: string;
  readonly path: string;
  readonly body: object;
}

/** What is stored of all writes: how many parts of each mark. */
type Stored = ReadonlyMap<string, number>;

const sessionOf = (mark: string): string => `/v1/dev/user/sessions/${mark}`;

const makers: readonly ((mark: string) => Write)[] = [
  (mark) => ({ mark, path: memories, body: { content: `${mark}: I row on Sundays` } }),
  (mark) => ({
    mark,
    path: `${actionItems}/batch`,
    body: { action_items: Array.from({ length: BATCH_SIZE }, (_, index) => ({ description: `${mark}: ${index}` })) },
  }),
  (mark) => ({
    mark,
    path: `${sessionOf(mark)}/segments`,
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

/** Of a memory there is one part, of the others as many as a batch has. */
const partsOf = ({ path }: Write): number => (path === memories ? 1 : BATCH_SIZE);

/** Writers that write until they are stopped, and what came of each write. */
export class WriteLoad {
  readonly #writes: Write[] = [];
  readonly #acknowledged = new Set<string>();
  readonly #done: Promise<unknown>;
  #isStopped = false;
  /** How many answers were a declared 503. */
  refused = 0;
  /** How many requests got no answer. */
  broken = 0;
  longestWaitMs = 0;

  /** @param clients of the services to write to, in turn; the function may return others after a restart. */
  constructor(private readonly clients: () => readonly Client[]) {
    this.#done = Promise.all(Array.from({ length: WRITERS }, (_, writer) => this.#write(writer)));
    this.#done.catch(() => (this.#isStopped = true));
  }

  get acknowledged(): number {
    return this.#acknowledged.size;
  }

  /** Waits for so many further acknowledged writes. */
  async progress(count: number): Promise<void> {
    const target = this.acknowledged + count;
    await until(() => this.acknowledged >= target || this.#isStopped);
    if (this.#isStopped) await this.#done;
  }

  /** Ends the load, and checks what is stored; then repeats what was not acknowledged, and checks again. */
  async verify(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
    await this.#check();
    const unanswered = this.#writes.filter(({ mark }) => !this.#acknowledged.has(mark));
    for (const write of unanswered) await until(async () => (await this.#send(write, 0)) === 200);
    await this.#check();
  }

  async #write(writer: number): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn += 1) {
      const write = makers[turn % makers.length]?.(`w${writer}-${turn}`) as Write;
      this.#writes.push(write);
      await this.#send(write, turn);
    }
  }

  /** @returns the status; undefined without an answer. */
  async #send(write: Write, turn: number): Promise<number | undefined> {
    const clients = this.clients();
    const client = clients[turn % clients.length] as Client;
    const begunMs = performance.now();
    const answered = await client
      .post(write.path, write.body, { "Idempotency-Key": write.mark })
      .catch((error: unknown) => {
        if (!isBrokenConnection(error)) throw error;
        return undefined;
      });
    this.longestWaitMs = Math.max(this.longestWaitMs, performance.now() - begunMs);
    if (answered) this.#note(write, answered);
    else this.broken += 1;
    return answered?.status;
  }

  /** 409: the first request of the key is still being answered. */
  #note({ mark }: Write, { status, headers, body }: Answered): void {
    expect(status, JSON.stringify(body)).to.be.oneOf([200, 409, 503]);
    if (status === 200) this.#acknowledged.add(mark);
    if (status !== 503) return;
    this.refused += 1;
    expect(Number(headers.get("Retry-After"))).to.be.above(0);
  }

  /** Everything acknowledged is there once; of anything else all parts or none. */
  async #check(): Promise<void> {
    const stored = await this.#read();
    for (const write of this.#writes) {
      const expected = this.#acknowledged.has(write.mark) ? [partsOf(write)] : [0, partsOf(write)];
      expect(stored.get(write.mark) ?? 0, write.mark).to.be.oneOf(expected);
    }
  }

  async #read(): Promise<Stored> {
    const [client] = this.clients() as readonly [Client];
    const stored = new Map<string, number>();
    const lists = [...(await listAll(client, memories)), ...(await listAll(client, actionItems))];
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

async function listAll(client: Client, path: string): Promise<object[]> {
  const found: object[] = [];
  for (;;) {
    const { status, body } = await client.get(`${path}?limit=${PAGE_SIZE}&offset=${found.length}`);
    expect(status).to.equal(200);
    const page = (Array.isArray(body) ? body : (body as { action_items: unknown }).action_items) as object[];
    if (page.length === 0) return found;
    found.push(...page);
  }
}
