import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { exportArchive, importArchive } from "../../../src/adapters/archive/index.js";
import { isUserId } from "../../../src/domain/user/user.js";
import type { ArchiveEntry, Store } from "../../../src/ports/index.js";
import {
  aConversation,
  aGoal,
  aMemory,
  anActionItem,
  anExtractedMemory,
  aNotification,
  aTranscript,
  aUser,
  FixedClock,
  listSortedEntries,
  type Open,
} from "../../../src/testing/index.js";
import { awkwardTexts } from "../../../src/testing/contracts/awkward-texts.js";
import { withTemporaryDirectory } from "../temporary-directory.js";

const RUN_COUNT = 15;
const clock = new FixedClock();

/** Any UTF-16 code units, including lone surrogates. */
const anyText = fc.oneof(
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(...awkwardTexts),
);
const anyDate = fc.date({ noInvalidDate: true, min: new Date("1900-01-01"), max: new Date("2999-01-01") });
const anyNumber = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((value) => (Object.is(value, -0) ? 0 : value));
const anyVector = fc.float32Array({ noNaN: true, maxLength: 40 });

/** The data of a user, without the user. */
const anyUserData = fc.record({
  name: anyText,
  conversations: fc.array(
    fc.record({
      texts: fc.array(
        anyText.map((text) => `Text: ${text}`),
        { minLength: 1, maxLength: 4 },
      ),
      createdAt: anyDate,
      starred: fc.boolean(),
      isDeleting: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
  memories: fc.array(
    fc.record({
      content: anyText,
      createdAt: anyDate,
      isRejected: fc.boolean(),
      isExtracted: fc.boolean(),
      vectors: fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b"), anyVector), { selector: ([embedder]) => embedder }),
    }),
    { maxLength: 6 },
  ),
  items: fc.array(fc.record({ description: anyText, dueAt: fc.option(anyDate), createdAt: anyDate }), { maxLength: 4 }),
  goals: fc.array(fc.record({ title: anyText, currentValue: anyNumber }), { maxLength: 3 }),
  notifications: fc.array(fc.record({ text: anyText, createdAt: anyDate, readAt: fc.option(anyDate) }), {
    maxLength: 3,
  }),
  tombstones: fc.uniqueArray(fc.tuple(fc.constantFrom("conversation", "action_item", "memory"), fc.nat(99)), {
    maxLength: 5,
    selector: ([of, id]) => `${of} ${id}`,
  }),
  fences: fc.uniqueArray(fc.tuple(fc.constantFrom("action_item", "memory"), fc.integer({ min: 1 })), {
    maxLength: 2,
    selector: ([of]) => of,
  }),
});

const anyUsers = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }).filter(isUserId),
  anyUserData,
  { minKeys: 1, maxKeys: 3 },
);

type UserData = typeof anyUserData extends fc.Arbitrary<infer T> ? T : never;

function createEntries(userId: string, userData: UserData): ArchiveEntry[] {
  return [
    { kind: "user", state: aUser({ id: userId, displayName: userData.name }).state },
    ...userData.tombstones.map(([of, id]): ArchiveEntry => ({ kind: "tombstone", of, userId, id: `gone-${id}` })),
    ...userData.fences.map(([of, fence]): ArchiveEntry => ({
      kind: "fence",
      of,
      userId,
      conversationId: "talk",
      fence,
    })),
    ...userData.conversations.map(({ texts, createdAt, starred, isDeleting }): ArchiveEntry => {
      const status = isDeleting ? "deleting" : "completed";
      const { state } = aConversation({ userId, createdAt, status, edits: { starred } });
      return { kind: "conversation", state, segments: aTranscript(state.id, ...texts).segments };
    }),
    ...userData.memories.map(({ content, createdAt, isRejected, isExtracted, vectors }): ArchiveEntry => {
      const userReview = isRejected ? false : null;
      const { state } = (isExtracted ? anExtractedMemory : aMemory)({ userId, content, createdAt, userReview });
      const embeddings = vectors.map(([embedderId, vector]) => ({ embedderId, digest: `${content.length}`, vector }));
      return { kind: "memory", state, embeddings: isRejected ? [] : embeddings };
    }),
    ...userData.items.map((item): ArchiveEntry => ({
      kind: "action_item",
      state: anActionItem({ userId, ...item }).state,
    })),
    ...userData.goals.map((goal): ArchiveEntry => ({ kind: "goal", state: aGoal({ userId, ...goal }).state })),
    ...userData.notifications.map((notice): ArchiveEntry => {
      return { kind: "notification", state: aNotification({ userId, ...notice }).state };
    }),
  ];
}

/**
 * Exports the data of users from a first store to a second one and back to a new first store, through files.
 * @param openFirst opens a new store with each call.
 */
export function archiveRoundTripSuite(openFirst: Open<Store>, openSecond: Open<Store>): void {
  it("transfers arbitrary user data to another store and back through files", async () => {
    await withTemporaryDirectory(async (directory) => {
      let fileCount = 0;
      const transfer = async (from: Store, to: Store): Promise<number> => {
        fileCount += 1;
        const file = join(directory, `${fileCount}.jsonl${fileCount % 2 === 0 ? ".gz" : ""}`);
        const header = { createdAt: clock.now(), generator: "mneme 0.0.0", secretCheck: "check" };
        const { entries } = await exportArchive(from.archive, { header }, { file, force: false, dataDirectory: "" });
        const { added } = await importArchive(to.archive, file, { clock });
        expect(added).to.equal(entries);
        return entries;
      };
      await fc.assert(
        fc.asyncProperty(anyUsers, async (users) => {
          const [first, second, third] = await Promise.all([openFirst(), openSecond(), openFirst()]);
          try {
            for (const [userId, userData] of Object.entries(users)) {
              await first.subject.archive.put(createEntries(userId, userData), clock.now());
            }
            const expected = await listSortedEntries(first.subject);
            expect(expected.length).to.be.at.least(Object.keys(users).length);
            await transfer(first.subject, second.subject);
            expect(await listSortedEntries(second.subject)).to.deep.equal(expected);
            await transfer(second.subject, third.subject);
            expect(await listSortedEntries(third.subject)).to.deep.equal(expected);
          } finally {
            await Promise.all([first, second, third].map(({ close }) => close()));
          }
        }),
        { numRuns: RUN_COUNT },
      );
    });
  });
}
