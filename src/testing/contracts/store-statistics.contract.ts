import assert from "node:assert/strict";
import { User } from "../../domain/user.js";
import type { Store } from "../../ports/driven/store.js";
import { aConversation, aMemory, aSummary, recorded } from "../builders.js";
import { withSubject, type Open, type Registrar } from "../registrar.js";

type Subject = Pick<Store, "statistics" | "conversations" | "memories" | "embeddings" | "users">;

const now = new Date("2026-03-02T09:00:00.000Z");
const vectorOf = (id: string) => ({ id, digest: id, vector: Float32Array.of(1) });

/** Guarantees of every StoreStatistics, beside the repositories of the same store. */
export function storeStatisticsContract({ it }: Registrar, open: Open<Subject>): void {
  const test = (title: string, body: (subject: Subject) => Promise<void>) => it(title, withSubject(open, body));

  test("finds nothing in a store that holds nothing", async ({ statistics }) => {
    const nothing = { conversations: new Map(), summaries: new Map(), embeddings: new Map() };
    assert.deepEqual(await statistics.collect(), { users: 0, memories: 0, ...nothing });
  });

  test("counts users, and conversations as they are now", async ({ statistics, conversations, users }) => {
    for (const id of ["ada", "bob"]) await users.insertOrGet(User.create({ id, now }));
    for (const [id, status] of [
      ["a", "completed"],
      ["b", "completed"],
      ["c", "failed"],
      ["d", "processing"],
    ] as const) {
      await conversations.insertOrGet(recorded(aConversation({ id, status, userId: id === "b" ? "bob" : "ada" })));
    }
    await conversations.deleteWithTombstone("ada", "a");
    const { users: people, conversations: counted } = await statistics.collect();
    assert.equal(people, 2);
    assert.deepEqual(
      counted,
      new Map([
        ["completed", 1],
        ["failed", 1],
        ["processing", 1],
      ]),
    );
  });

  test("counts completed conversations by who summarised them", async ({ statistics, conversations }) => {
    const by = (madeBy: string) => ({ summary: { ...aSummary(), madeBy } });
    const [one, other] = [by("one"), by("other")];
    for (const state of [one, one, other, {}, { ...one, status: "processing" as const }]) {
      await conversations.insertOrGet(recorded(aConversation(state)));
    }
    assert.deepEqual(
      (await statistics.collect()).summaries,
      new Map([
        ["one", 2],
        ["other", 1],
      ]),
    );
  });

  test("counts the memories that may be found, and the vectors of these", async ({
    statistics,
    memories,
    embeddings,
  }) => {
    const given = ["a", "b", "c", "d"].map((id) => aMemory({ id, content: id }));
    await memories.addOrGet("ada", given, (existing) => existing);
    await memories.addOrGet("bob", [aMemory({ id: "a", userId: "bob" })], (existing) => existing);
    await embeddings.put("ada", "one", ["a", "b", "c", "d"].map(vectorOf));
    await embeddings.put("bob", "other", [vectorOf("a")]);
    await memories.deleteWithTombstone("ada", "a", now);
    await memories.update("ada", "b", (memory) => memory.edit({ userReview: false }, now));
    await memories.update("ada", "c", (memory) => memory.edit({ content: "else" }, now));
    const counts = await statistics.collect();
    assert.equal(counts.memories, 3);
    assert.deepEqual(
      counts.embeddings,
      new Map([
        ["one", 1],
        ["other", 1],
      ]),
    );
  });
}
