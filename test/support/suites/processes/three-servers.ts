import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Answered, Client } from "../../client.js";
import { collection } from "../../conversations.js";
import { createKey, mneme, ServerProcess } from "../../server-process.js";
import { withStore, type UseBackend } from "../../service-stores.js";
import { eventually, until } from "../../waiting.js";

const keys = "/v1/dev/keys";
/** Decision 1.4. */
const REVOKED_WITHIN_MS = 1_000;

// From dist/test/support/suites/processes/.
const example = new URL("../../../../../examples/demo-conversation.json", import.meta.url);
const demoConversation = JSON.parse(readFileSync(example, "utf8")) as object;

/** An operator starts three servers on one store: each does what another began. */
export function threeServers(useBackend: UseBackend): void {
  describe("three servers on one store", () => {
    const backend = useBackend();
    afterEach(() => ServerProcess.killAll());

    it("accept a key that one of them made, until a second after another revoked it", () =>
      withStore(backend, async (store) => {
        const token = await mneme(store, "token", "--user", "ada");
        const [first, second, third] = (await ServerProcess.startAll(store, 3)) as [
          ServerProcess,
          ServerProcess,
          ServerProcess,
        ];
        const made = (await first.as(token).post(keys, { name: "script" })).body as Record<"id" | "key", string>;
        const scripted = second.as(made.key);
        expect((await scripted.get(collection)).status).to.equal(200);

        expect((await third.as(token).delete(`${keys}/${made.id}`)).status).to.equal(204);
        const revokedAtMs = performance.now();
        let lastAcceptedMs = 0;
        await until(async () => {
          const sentAtMs = performance.now() - revokedAtMs;
          const { status } = await scripted.get(collection);
          if (status === 200) lastAcceptedMs = sentAtMs;
          else expect(status).to.equal(401);
          return sentAtMs > REVOKED_WITHIN_MS;
        });
        expect(lastAcceptedMs).to.be.below(REVOKED_WITHIN_MS);
        expect((await scripted.get(collection)).status).to.equal(401);
      }));

    it("finish the conversation of one that was killed while it processed it", () =>
      withStore(backend, async (store) => {
        const key = await createKey(store);
        const others = await ServerProcess.startAll(store, 2);
        const dying = await ServerProcess.start(store, { inside: backend.deathAfterWrite });
        expect(await dying.ask({ dieAfterWriteTo: "conversations" })).to.equal("will do");
        const post = (client: Client): Promise<Answered> =>
          client.post(`${collection}/from-segments`, demoConversation, { Prefer: "wait=20" });
        const answer = await post(dying.as(key)).then(
          ({ status }) => status,
          () => "none",
        );
        expect(answer).to.equal("none");
        const [id = "", ...more] = await store.inspection.listConversationIds();
        expect(more).to.deep.equal([]);

        for (const other of others) {
          const shown = await eventually(async () => {
            const { status, body } = await other.as(key).get(`${collection}/${id}?include_transcript=true`);
            expect(status).to.equal(200);
            const conversation = body as { readonly status: string; readonly transcript_segments: readonly unknown[] };
            expect(conversation.status).to.equal("completed");
            return conversation;
          });
          expect(shown.transcript_segments).not.to.deep.equal([]);
        }
        const counts = await store.inspection.countRowsOf(id);
        expect(counts).to.include({ conversations: 1, transcripts: 1, tombstones: 0 });
        expect(counts.action_items).to.be.greaterThan(0);
        expect(await store.inspection.findFaults()).to.deep.equal([]);
      }));
  });
}
