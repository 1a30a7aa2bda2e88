import { expect } from "chai";
import type { Answered, Client } from "../../support/client.js";
import { collection, planning, type Receipt } from "../../support/conversations.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { rowCounts, rowsOf } from "../../support/store-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { until } from "../../support/waiting.js";

const PROCESSES = 4;
const POSTS = 200;
const KILLS = 6;
/** More than a claim outlives its process. */
const AFTER_KILL_MS = 10_000;

const segments = `${collection}/from-segments`;
const keyed = { "Idempotency-Key": "5b9f6c1e-77f0-4c83-9d2a-5f0a8f8c2f11" };
const isReplayed = ({ headers }: Answered): boolean => headers.get("Idempotent-Replayed") === "true";

/** So long that its summary is still being made when it has been stored. */
const endless = {
  transcript_segments: Array.from({ length: 400 }, (_, turn) => ({
    text: `In sentence ${turn} the garden of Ana needs a new plan and I will send her the budget. `.repeat(30),
    start: turn * 5,
    end: turn * 5 + 4,
  })),
};

/** Repeats the request for as long as the first one is being answered. */
async function answered(request: () => Promise<Answered>, withinMs: number): Promise<Answered> {
  let last = await request();
  await until(async () => {
    if (last.status === 409) last = await request();
    return last.status !== 409;
  }, withinMs);
  return last;
}

describe("a request with an Idempotency-Key, over processes on one store", () => {
  afterEach(() => ServerProcess.killAll());

  it("is done once, however often and wherever it is sent, after a restart as well", async function () {
    this.timeout(120_000);
    await withTemporaryDirectory(async (directory) => {
      const secret = await createKey(directory);
      let servers = await ServerProcess.startAll(directory, PROCESSES);
      const post = (turn: number): Promise<Answered> =>
        (servers[turn % PROCESSES] as ServerProcess).as(secret).post(segments, planning, keyed);
      const turns = Array.from({ length: POSTS }, (_, turn) => turn);

      const atOnce = await Promise.all(turns.map(post));
      expect([...new Set(atOnce.map(({ status }) => status))].filter((status) => status !== 409)).to.deep.equal([200]);
      const settled = await Promise.all(turns.map((turn) => answered(() => post(turn), 5_000)));
      const bodies = new Set([...atOnce.filter(({ status }) => status === 200), ...settled].map(bodyOf));
      expect([...bodies]).to.have.length(1);
      expect(atOnce.filter((answer) => answer.status === 200 && !isReplayed(answer))).to.have.length(1);
      expect(settled.every(isReplayed)).to.equal(true);

      await Promise.all(servers.map((server) => server.stop()));
      servers = await ServerProcess.startAll(directory, PROCESSES);
      const later = await Promise.all(turns.map(post));
      expect(later.every(isReplayed)).to.equal(true);
      expect([...new Set(later.map(bodyOf))]).to.deep.equal([...bodies]);
      const other = await (servers[1] as ServerProcess).as(secret).post(segments, endless, keyed);
      expect(other.status).to.equal(422);
      expect(rowCounts(directory)).to.include({ conversations: 1, transcripts: 1 });
    });
  });

  it("makes the thing that it had made already, when its server was killed before it answered", async function () {
    this.timeout(180_000);
    await withTemporaryDirectory(async (directory) => {
      const secret = await createKey(directory);
      const ids = new Set<string>();
      let server = await ServerProcess.start(directory);
      for (let round = 0; round < KILLS; round += 1) {
        const key = { "Idempotency-Key": `round ${round}`, Prefer: "wait=20" };
        const post = (client: Client): Promise<Answered> => client.post(segments, endless, key);
        const unanswered = post(server.as(secret)).then(
          ({ status }) => status,
          () => undefined,
        );
        await until(() => storedIds(directory).length > round, 10_000);
        await server.kill();
        expect(await unanswered, "it was answered before the kill").to.equal(undefined);
        const stored = storedIds(directory).filter((id) => !ids.has(id));
        expect(stored).to.have.length(1);

        server = await ServerProcess.start(directory);
        const retried = await answered(() => post(server.as(secret)), AFTER_KILL_MS);
        expect([retried.status, isReplayed(retried)]).to.deep.equal([200, false]);
        expect((retried.body as Receipt).id).to.equal(stored[0]);
        expect(isReplayed(await post(server.as(secret)))).to.equal(true);
        for (const id of stored) ids.add(id);
      }
      expect(rowCounts(directory)).to.include({ conversations: KILLS });
    });
  });
});

const bodyOf = ({ body }: Answered): string => JSON.stringify(body);

const storedIds = (directory: string): string[] =>
  rowsOf(directory, "SELECT id FROM conversations").map(({ id }) => String(id));
