import { expect } from "chai";
import type { Store } from "../../../src/ports/index.js";
import { withOverrides, openCore, segmentsInput, type TestCore } from "../../support/test-core.js";
import { expectDomainRejection } from "../../support/domain-errors.js";
import { selectFromInMemory, selectFromSqlite } from "../../support/stores.js";

const anError = () => Promise.reject(new Error("The process was killed here"));

/** Where the deletion of a conversation may end before its end. */
const crashes: Record<string, (sound: Store) => Partial<Store>> = {
  "before anything is removed": ({ actionItems }) => ({
    actionItems: withOverrides(actionItems, { detachFromConversation: anError }),
  }),
  "before the answers are": ({ idempotencyRecords }) => ({
    idempotencyRecords: withOverrides(idempotencyRecords, { removeResponsesContaining: anError }),
  }),
  "before the conversation is": ({ conversations }) => ({
    conversations: withOverrides(conversations, { deleteWithTombstone: anError }),
  }),
};

for (const [kind, open] of Object.entries({
  memory: selectFromInMemory((store) => store),
  SQLite: selectFromSqlite((store) => store),
})) {
  describe(`Stored responses in ${kind} that show a conversation whose deletion crashed`, () => {
    for (const [where, crash] of Object.entries(crashes)) {
      it(`are removed by another process after a crash ${where}`, async () => {
        const { subject: store, close } = await open();
        try {
          const core = openCore({ store });
          const id = await keep(core, "key");
          const killed = openCore({ store: { ...store, ...crash(store) }, clock: core.clock });
          await killed.conversations.delete(killed.requestContext(), id);
          expect(await store.conversations.get("ada", id)).not.to.equal(undefined);
          core.start();
          await sweeps(core, id);
          expect((await expectDomainRejection("conflict", begin(core, "key"))).code).to.equal("response_not_stored");
          await core.stop();
        } finally {
          await close();
        }
      });
    }
  });
}

const begin = (core: TestCore, key: string) => core.idempotency.begin(core.requestContext(), key, "request");

/** Keeps an answer that shows what was found in a conversation. @returns the conversation's id. */
async function keep(core: TestCore, key: string): Promise<string> {
  const { id } = await core.conversations.createFromSegments(
    core.requestContext(),
    segmentsInput("I will send the score."),
  );
  const [item] = await core.store.actionItems.findByConversations("ada", [id]);
  const begun = await begin(core, key);
  if (!item || begun.outcome !== "started") throw new Error("There is nothing to show");
  await begun.complete(item.state.description, [item.state.id, id]);
  return id;
}

/** Until there is nothing left of the conversation. */
async function sweeps(core: TestCore, id: string): Promise<void> {
  for (let sweep = 0; sweep < 100; sweep += 1) {
    await core.scheduler.advance(1_000);
    if (!(await core.store.conversations.get("ada", id))) return;
  }
  throw new Error("The deletion was not completed");
}
