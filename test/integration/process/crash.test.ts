import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { collection, planning, type Receipt, type WireConversation } from "../../support/conversations.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const ROUNDS = 8;
const WRITERS = 4;

/** What the service has acknowledged of one conversation: its title, or that it was deleted. */
type Acknowledged = Map<string, { readonly title: string | null; readonly deleted: boolean }>;

interface Answer {
  readonly ok: boolean;
  readonly body: unknown;
}

const caller =
  (url: string, key: string) =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, Prefer: method === "POST" ? "respond-async" : "" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { ok: response.ok, body: await response.json() };
  };

/** Creates, renames and deletes until the server is gone; only what was answered is noted. */
async function write(url: string, key: string, writer: string, acknowledged: Acknowledged): Promise<void> {
  const call = caller(url, key);
  try {
    for (let turn = 0; ; turn += 1) {
      const created = await call("POST", `${collection}/from-segments`, planning);
      const { id } = created.body as Receipt;
      // A change is in doubt from when it is sent until it is answered: what is in doubt is not asserted.
      if (turn % 3 === 1) {
        const title = `${writer} ${turn}`;
        if ((await call("PATCH", `${collection}/${id}`, { title })).ok) acknowledged.set(id, { title, deleted: false });
      } else if (turn % 3 === 2) {
        if ((await call("DELETE", `${collection}/${id}`)).ok) acknowledged.set(id, { title: null, deleted: true });
      } else {
        acknowledged.set(id, { title: null, deleted: false });
      }
    }
  } catch (error) {
    // The connection broke: the server was killed.
    expect(String(error)).to.match(/fetch failed|terminated|aborted/);
  }
}

async function verify(url: string, key: string, acknowledged: Acknowledged): Promise<void> {
  const call = caller(url, key);
  for (const [id, { title, deleted }] of acknowledged) {
    const { ok, body } = await call("GET", `${collection}/${id}?include_transcript=true`);
    expect(ok, id).to.equal(!deleted);
    if (deleted) continue;
    const conversation = body as WireConversation;
    expect(conversation.transcript_segments?.map((segment) => segment["text"])).to.deep.equal(
      planning.transcript_segments.map(({ text }) => text),
    );
    if (title !== null && conversation.status === "completed") expect(conversation.structured.title).to.equal(title);
  }
}

async function whenNothingIsProcessing(
  url: string,
  key: string,
  acknowledged: Acknowledged,
): Promise<WireConversation[]> {
  const call = caller(url, key);
  const alive = [...acknowledged].filter(([, { deleted }]) => !deleted).map(([id]) => id);
  for (;;) {
    const found = await Promise.all(alive.map(async (id) => (await call("GET", `${collection}/${id}`)).body));
    const conversations = found as WireConversation[];
    if (conversations.every(({ status }) => status !== "processing")) return conversations;
    await sleep(500);
  }
}

describe("a killed server", () => {
  afterEach(() => ServerProcess.killAll());

  it("has lost nothing that it acknowledged, and finishes what it was processing", async function () {
    this.timeout(120_000);
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const acknowledged: Acknowledged = new Map();
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await ServerProcess.start(directory);
        await verify(server.url, key, acknowledged);
        const writers = Array.from({ length: WRITERS }, (_, writer) =>
          write(server.url, key, `round ${round} writer ${writer}`, acknowledged),
        );
        await sleep(200 + 60 * round);
        await server.kill();
        await Promise.all(writers);
      }
      const server = await ServerProcess.start(directory);
      await verify(server.url, key, acknowledged);
      const conversations = await whenNothingIsProcessing(server.url, key, acknowledged);
      expect(conversations.length).to.be.greaterThan(ROUNDS);
      for (const { status, structured } of conversations) {
        expect(status).to.equal("completed");
        expect(structured.action_items).to.have.length(1);
      }
      expect(await server.stop()).to.equal(0);
    });
  });
});
