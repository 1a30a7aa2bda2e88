import { expect } from "chai";
import fc from "fast-check";
import { Conversation, type ConversationStatus } from "../../../src/domain/conversation.js";
import { noSummary, type Digest } from "../../../src/domain/digest.js";
import { isLeaseLost } from "../../../src/domain/lease.js";
import {
  aClaimedConversation,
  aConversation,
  aSummary,
  anUnprocessedConversation,
} from "../../../src/testing/index.js";
import { refusal } from "../../support/refusals.js";

const LEASE_MS = 10_000;
const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));
const statuses: readonly ConversationStatus[] = ["in_progress", "processing", "completed", "failed", "deleting"];
const digest = (with_: Partial<Digest> = {}): Digest => ({
  ...aSummary(),
  actionItems: [{ description: "Send the report", dueAt: null, segmentIds: ["c-0"] }],
  memories: [],
  discard: false,
  ...with_,
});
const nothingFound = { actionItems: [], events: [], memories: [] };
const processed = (with_: Partial<Digest> = {}, state: Parameters<typeof aConversation>[0] = {}) =>
  aClaimedConversation(at(0), LEASE_MS, state).keepDigest(digest(with_), 1).complete("work folder", 1, at(1));

describe("a conversation: what is shown", () => {
  it("is nothing of a summary until it is completed for the first time", () => {
    for (const status of statuses) {
      const isShown = status === "completed" || status === "processing";
      expect(aConversation({ status }).summary, status).to.deep.equal(isShown ? aSummary() : noSummary);
      expect(aConversation({ status, summary: null }).summary, status).to.deep.equal(noSummary);
    }
    expect(noSummary).to.include({ title: "", overview: "", category: "other", emoji: "🧠" });
  });

  it("is the user's title over the summary's, whatever the status", () => {
    for (const status of statuses) {
      expect(aConversation({ status, edits: { title: "Mine" } }).summary.title).to.equal("Mine");
    }
  });

  it("is the user's folder over the one that processing chose, also when the user wants none", () => {
    expect(aConversation({ filedUnder: "work" }).folderId).to.equal("work");
    expect(aConversation({ filedUnder: "work", edits: { folderId: "garden" } }).folderId).to.equal("garden");
    expect(aConversation({ filedUnder: "work", edits: { folderId: null } }).folderId).to.equal(null);
  });

  it("is listed when it was completed and is not discarded", () => {
    const listed = statuses.filter((status) => aConversation({ status }).isListed);
    expect(listed).to.have.members(["completed", "processing"]);
    expect(aConversation({ status: "processing", summary: null }).isListed).to.be.false;
    expect(aConversation({ unusable: true }).isListed).to.be.false;
    expect(aConversation({ edits: { discarded: true } }).isListed).to.be.false;
  });

  it("is discarded by the verdict, unless the user says otherwise", () => {
    expect(aConversation({ unusable: true }).isDiscarded).to.be.true;
    expect(aConversation({ unusable: true, edits: { discarded: false } }).isDiscarded).to.be.false;
    expect(aConversation({ unusable: false, edits: { discarded: true } }).isDiscarded).to.be.true;
  });
});

describe("a conversation: an edit", () => {
  it("keeps the title trimmed", () => {
    expect(aConversation().edit({ title: " Mine\n" }, at(1)).summary.title).to.equal("Mine");
  });

  it("changes what it names, and when that was", () => {
    const before = aConversation({ edits: { title: "Mine", starred: true } });
    const { edits, updatedAt } = before.edit({ discarded: true, folderId: "garden" }, at(1)).state;
    expect(edits).to.deep.equal({ title: "Mine", starred: true, discarded: true, folderId: "garden" });
    expect(updatedAt).to.deep.equal(at(1));
    expect(before.state.edits).to.deep.equal({ title: "Mine", starred: true });
  });

  it("takes null for leaving a field as it is, but clears the folder by it", () => {
    const before = aConversation({ edits: { title: "Mine", folderId: "garden", discarded: true, starred: true } });
    expect(before.edit({ title: null, discarded: null, starred: null }, at(1)).state).to.deep.equal(before.state);
    expect(before.edit({ folderId: null }, at(1)).folderId).to.equal(null);
  });

  it("names at least one field", () => {
    const { message } = refusal("invalid", () => aConversation().edit({}, at(1)));
    expect(message).to.equal("At least one field (title, discarded) must be provided");
  });

  it("has a title of 1 to 500 code points after trimming", () => {
    const title = "🌱".repeat(500);
    expect(aConversation().edit({ title: `  ${title}  ` }, at(1)).summary.title).to.equal(title);
    const fault = (wrong: string) => refusal("invalid", () => Conversation.checkPatch({ title: wrong })).message;
    expect(fault("")).to.equal("title cannot be empty");
    expect(fault(" \u3000")).to.equal("title cannot be empty");
    expect(fault(`${title}.`)).to.equal("title must have at most 500 characters");
  });
});

describe("a conversation: processing", () => {
  it("makes the kept digest the summary, and leaves no draft", () => {
    const { state, summary } = processed();
    expect(summary).to.deep.equal(aSummary());
    expect(state).to.include({ status: "completed", filedUnder: "work folder", draft: null, unusable: false });
    expect(state.updatedAt).to.deep.equal(at(1));
  });

  it("keeps a digest without showing it", () => {
    const kept = aClaimedConversation(at(0), LEASE_MS).keepDigest(digest(), 1);
    expect(kept.state.draft).to.deep.equal(digest());
    expect(kept.summary).to.deep.equal(noSummary);
    expect(kept.isListed).to.be.false;
  });

  it("is discarded by a verdict when nothing was found in it", () => {
    const kept = aClaimedConversation(at(0), LEASE_MS).keepDigest(digest({ discard: true, ...nothingFound }), 1);
    expect(kept.complete(null, 1, at(1)).isDiscarded).to.be.true;
  });

  it("is not discarded when anything was found in it, whatever the verdict", () => {
    const segmentIds = ["c-0"];
    const start = at(0);
    for (const found of [
      { actionItems: [{ description: "Send the report", dueAt: null, segmentIds }] },
      { events: [{ title: "Trip", start, description: "", duration: 60, created: false, segmentIds }] },
      { memories: [{ content: "Ada rows", category: "core" as const, segmentIds }] },
    ]) {
      const verdict = digest({ discard: true, ...nothingFound, ...found });
      const kept = aClaimedConversation(at(0), LEASE_MS).keepDigest(verdict, 1);
      expect(kept.state.draft).to.deep.include({ ...found, discard: false });
      expect(kept.complete(null, 1, at(1)).isDiscarded).to.be.false;
    }
  });

  it("never discards a text", () => {
    const text = aClaimedConversation(at(0), LEASE_MS, { textSource: "message" });
    const kept = text.keepDigest(digest({ discard: true }), 1);
    expect(kept.state.draft?.actionItems).to.deep.equal(digest().actionItems);
    expect(kept.complete(null, 1, at(1)).isDiscarded).to.be.false;
  });

  it("keeps the user's title, folder, star and verdict when it is processed again", () => {
    const edits = { title: "Mine", folderId: null, starred: true, discarded: false };
    const again = processed({ title: "Another", discard: true, ...nothingFound }, { edits });
    expect(again.summary.title).to.equal("Mine");
    expect(again.folderId).to.equal(null);
    expect(again.isDiscarded).to.be.false;
    expect(again.state.edits).to.deep.equal(edits);
  });

  it("cannot be completed without a digest", () => {
    refusal("conflict", () => aClaimedConversation(at(0), LEASE_MS).complete(null, 1, at(1)));
  });

  it("that is given up fails", () => {
    const { state } = aClaimedConversation(at(0), LEASE_MS).keepDigest(digest(), 1).fail(1, at(1));
    expect(state).to.include({ status: "failed", draft: null, summary: null });
  });

  it("is listed, shown and found as it was while it is processed anew", () => {
    const before = processed();
    const drafted = before
      .reprocess(at(10), LEASE_MS)
      .keepDigest(digest({ title: "Not yet", discard: true, ...nothingFound }), 2);
    expect(drafted.state.status).to.equal("processing");
    expect(drafted.summary).to.deep.equal(before.summary);
    expect([drafted.isListed, drafted.isFoundAs(before)]).to.deep.equal([true, true]);
    expect(processed({ discard: true, ...nothingFound }).reprocess(at(10), LEASE_MS).isListed).to.be.false;
  });

  it("that is given up shows what an earlier processing made", () => {
    const after = processed().reprocess(at(10), LEASE_MS).fail(2, at(20));
    expect(after.state.status).to.equal("completed");
    expect(after.summary).to.deep.equal(aSummary());
  });

  it("begins anew on request, held by whoever asks, with all its tries", () => {
    const again = aConversation({ status: "failed", summary: null }).reprocess(at(10), LEASE_MS);
    expect(again.state).to.include({ status: "processing", draft: null });
    expect(again.state.lease.attempts).to.equal(1);
    expect(again.dueAt).to.deep.equal(at(20));
  });

  it("does not begin anew while it goes on, or while the session is open", () => {
    for (const status of ["processing", "in_progress"] as const) {
      refusal("conflict", () => aConversation({ status }).reprocess(at(10), LEASE_MS));
    }
  });

  it("goes on for as long as the claim is renewed", () => {
    const held = aClaimedConversation(at(0), LEASE_MS);
    expect(held.renew(1, at(8), LEASE_MS).dueAt).to.deep.equal(at(18));
  });

  it("waits when it is put off", () => {
    const postponed = aClaimedConversation(at(0), LEASE_MS).postpone(1, at(30));
    expect([postponed.isDue(at(29)), postponed.isDue(at(30))]).to.deep.equal([false, true]);
  });

  it("is waited for only by what is in processing or being deleted", () => {
    const lease = anUnprocessedConversation(at(0)).state.lease;
    const due = statuses.filter((status) => aConversation({ status, lease }).isDue(at(1)));
    expect(due).to.deep.equal(["processing", "deleting"]);
  });

  it("cannot be written by whoever held it before a take-over", () => {
    const takeOvers = {
      claim: (held: Conversation) => held.claim(at(20), LEASE_MS),
      delete: (held: Conversation) => held.markDeleting(at(20), 0),
      reprocess: (held: Conversation) =>
        held
          .keepDigest(digest(), held.state.lease.fence)
          .complete(null, held.state.lease.fence, at(5))
          .reprocess(at(20), LEASE_MS),
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(takeOvers)),
        fc.nat(3),
        fc.boolean(),
        (takeOver, earlier, drafted) => {
          let held = aClaimedConversation(at(0), LEASE_MS);
          for (let i = 0; i < earlier; i += 1) held = held.claim(at(i), LEASE_MS);
          const { fence } = held.state.lease;
          if (drafted) held = held.keepDigest(digest(), fence);
          const taken = takeOver(held);
          for (const write of [
            () => taken.keepDigest(digest(), fence),
            () => taken.complete(null, fence, at(30)),
            () => taken.fail(fence, at(30)),
            () => taken.postpone(fence, at(30)),
            () => taken.renew(fence, at(30), LEASE_MS),
          ]) {
            expect(isLeaseLost(refusal("conflict", write))).to.be.true;
          }
        },
      ),
    );
  });
});

describe("a conversation: deletion", () => {
  it("makes it invisible, and due for removal at once, whoever is at work on it", () => {
    for (const before of [aConversation(), aClaimedConversation(at(0), LEASE_MS)]) {
      const gone = before.markDeleting(at(5), 0);
      expect(gone.isGone).to.be.true;
      expect(gone.isListed).to.be.false;
      expect(gone.isDue(at(5))).to.be.true;
    }
  });

  it("is marked once", () => {
    const gone = aConversation().markDeleting(at(5), 0);
    expect(gone.markDeleting(at(6), 0).state).to.deep.equal(gone.state);
  });
});
