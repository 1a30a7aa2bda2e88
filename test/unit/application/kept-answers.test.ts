import { expect } from "chai";
import type { Store } from "../../../src/ports/index.js";
import { except, openCore, saying, type Core } from "../../support/core.js";
import { rejection } from "../../support/refusals.js";
import { inMemory, sqlite } from "../../support/stores.js";

const anError = () => Promise.reject(new Error("The process was killed here"));

/** Where the deletion of a conversation may end before its end. */
const crashes: Record<string, (sound: Store) => Partial<Store>> = {
  "before anything is removed": ({ actionItems }) => ({
    actionItems: except(actionItems, { detachFromConversation: anError }),
  }),
  "before the answers are": ({ idempotencyRecords }) => ({
    idempotencyRecords: except(idempotencyRecords, { forget: anError }),
  }),
  "before the conversation is": ({ conversations }) => ({
    conversations: except(conversations, { deleteWithTombstone: anError }),
  }),
};

for (const [kind, open] of Object.entries({ memory: inMemory((store) => store), SQLite: sqlite((store) => store) })) {
  describe(`answers kept in ${kind} of a conversation whose deletion crashed`, () => {
    for (const [where, crash] of Object.entries(crashes)) {
      it(`${where} go when another process finishes it`, async () => {
        const { subject: store, close } = await open();
        try {
          const core = openCore({ store });
          const id = await keep(core, "key");
          const killed = openCore({ store: { ...store, ...crash(store) }, clock: core.clock });
          await killed.conversations.delete(killed.call(), id);
          expect(await store.conversations.get("ada", id)).not.to.equal(undefined);
          core.start();
          await sweeps(core, id);
          expect((await rejection("conflict", begin(core, "key"))).code).to.equal("answer_not_kept");
          await core.stop();
        } finally {
          await close();
        }
      });
    }
  });
}

const begin = (core: Core, key: string) => core.keyedCalls.begin(core.call(), key, "request");

/** Keeps an answer that shows what was found in a conversation. @returns the conversation's id. */
async function keep(core: Core, key: string): Promise<string> {
  const { id } = await core.conversations.createFromSegments(core.call(), saying("I will send the score."));
  const [item] = await core.store.actionItems.findByConversations("ada", [id]);
  const begun = await begin(core, key);
  if (!item || begun.outcome !== "begun") throw new Error("There is nothing to show");
  await begun.answered(item.state.description, [item.state.id, id]);
  return id;
}

/** Until there is nothing left of the conversation. */
async function sweeps(core: Core, id: string): Promise<void> {
  for (let sweep = 0; sweep < 100; sweep += 1) {
    await core.scheduler.advance(1_000);
    if (!(await core.store.conversations.get("ada", id))) return;
  }
  throw new Error("Nobody finished the deletion");
}
