import { expect } from "chai";
import fc from "fast-check";
import { checkConversationPatch } from "../../../src/domain/conversation/conversation-patch.js";
import type { Conversation } from "../../../src/domain/conversation/conversation.js";
import type { ConversationStatus } from "../../../src/domain/conversation/conversation-state.js";
import { EMPTY_SUMMARY, type SummaryResult } from "../../../src/domain/conversation/summary-result.js";
import { isLeaseLost } from "../../../src/domain/lease.js";
import {
  aClaimedConversation,
  aConversation,
  aSummary,
  anUnprocessedConversation,
} from "../../../src/testing/index.js";
import { expectDomainError } from "../../support/domain-errors.js";

const LEASE_MS = 10_000;
const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 9, 0, second));
const statuses: readonly ConversationStatus[] = ["in_progress", "processing", "completed", "failed", "deleting"];
const summaryResult = (with_: Partial<SummaryResult> = {}): SummaryResult => ({
  ...aSummary(),
  actionItems: [{ description: "Send the report", dueAt: null, segmentIds: ["c-0"] }],
  memories: [],
  discard: false,
  ...with_,
});
const nothingFound = { actionItems: [], events: [], memories: [] };
const processed = (with_: Partial<SummaryResult> = {}, state: Parameters<typeof aConversation>[0] = {}) =>
  aClaimedConversation(at(0), LEASE_MS, state).saveDraft(summaryResult(with_), 1).complete("work folder", 1, at(1));

describe("A conversation: displayed values", () => {
  it("include no summary until processing completes for the first time", () => {
    for (const status of statuses) {
      const isShown = status === "completed" || status === "processing";
      expect(aConversation({ status }).summary, status).to.deep.equal(isShown ? aSummary() : EMPTY_SUMMARY);
      expect(aConversation({ status, summary: null }).summary, status).to.deep.equal(EMPTY_SUMMARY);
    }
    expect(EMPTY_SUMMARY).to.include({ title: "", overview: "", category: "other", emoji: "🧠" });
  });

  it("prefer the user's title over the summary's title in every status", () => {
    for (const status of statuses) {
      expect(aConversation({ status, edits: { title: "Mine" } }).summary.title).to.equal("Mine");
    }
  });

  it("prefer the user's folder over the assigned one, even when the user chose none", () => {
    expect(aConversation({ filedUnder: "work" }).folderId).to.equal("work");
    expect(aConversation({ filedUnder: "work", edits: { folderId: "garden" } }).folderId).to.equal("garden");
    expect(aConversation({ filedUnder: "work", edits: { folderId: null } }).folderId).to.equal(null);
  });

  it("mark it as listed when it was completed and is not discarded", () => {
    const listed = statuses.filter((status) => aConversation({ status }).isListed);
    expect(listed).to.have.members(["completed", "processing"]);
    expect(aConversation({ status: "processing", summary: null }).isListed).to.be.false;
    expect(aConversation({ unusable: true }).isListed).to.be.false;
    expect(aConversation({ edits: { discarded: true } }).isListed).to.be.false;
  });

  it("mark it as discarded by the summary's verdict unless the user overrides it", () => {
    expect(aConversation({ unusable: true }).isDiscarded).to.be.true;
    expect(aConversation({ unusable: true, edits: { discarded: false } }).isDiscarded).to.be.false;
    expect(aConversation({ unusable: false, edits: { discarded: true } }).isDiscarded).to.be.true;
  });
});

describe("A conversation: editing", () => {
  it("trims the title", () => {
    expect(aConversation().edit({ title: " Mine\n" }, at(1)).summary.title).to.equal("Mine");
  });

  it("changes only the given fields and the update time", () => {
    const before = aConversation({ edits: { title: "Mine", starred: true } });
    const { edits, updatedAt } = before.edit({ discarded: true, folderId: "garden" }, at(1)).state;
    expect(edits).to.deep.equal({ title: "Mine", starred: true, discarded: true, folderId: "garden" });
    expect(updatedAt).to.deep.equal(at(1));
    expect(before.state.edits).to.deep.equal({ title: "Mine", starred: true });
  });

  it("ignores null except for the folder, which it clears", () => {
    const before = aConversation({ edits: { title: "Mine", folderId: "garden", discarded: true, starred: true } });
    expect(before.edit({ title: null, discarded: null, starred: null }, at(1)).state).to.deep.equal(before.state);
    expect(before.edit({ folderId: null }, at(1)).folderId).to.equal(null);
  });

  it("requires at least one field", () => {
    const { message } = expectDomainError("invalid", () => aConversation().edit({}, at(1)));
    expect(message).to.equal("The patch contains no property");
  });

  it("requires a title of 1 to 500 code points after trimming", () => {
    const title = "🌱".repeat(500);
    expect(aConversation().edit({ title: `  ${title}  ` }, at(1)).summary.title).to.equal(title);
    const fault = (wrong: string) =>
      expectDomainError("invalid", () => checkConversationPatch({ title: wrong })).message;
    expect(fault("")).to.equal("The title must not be blank");
    expect(fault(" \u3000")).to.equal("The title must not be blank");
    expect(fault(`${title}.`)).to.equal("The title must have at most 500 characters");
  });
});

describe("A conversation: processing", () => {
  it("turns the draft into the summary on completion", () => {
    const { state, summary } = processed();
    expect(summary).to.deep.equal(aSummary());
    expect(state).to.include({ status: "completed", filedUnder: "work folder", draft: null, unusable: false });
    expect(state.updatedAt).to.deep.equal(at(1));
  });

  it("stores a draft without displaying it", () => {
    const kept = aClaimedConversation(at(0), LEASE_MS).saveDraft(summaryResult(), 1);
    expect(kept.state.draft).to.deep.equal(summaryResult());
    expect(kept.summary).to.deep.equal(EMPTY_SUMMARY);
    expect(kept.isListed).to.be.false;
  });

  it("discards it when the summary says so and nothing was extracted", () => {
    const kept = aClaimedConversation(at(0), LEASE_MS).saveDraft(summaryResult({ discard: true, ...nothingFound }), 1);
    expect(kept.complete(null, 1, at(1)).isDiscarded).to.be.true;
  });

  it("does not discard it when anything was extracted", () => {
    const segmentIds = ["c-0"];
    const start = at(0);
    for (const found of [
      { actionItems: [{ description: "Send the report", dueAt: null, segmentIds }] },
      { events: [{ title: "Trip", start, description: "", duration: 60, created: false, segmentIds }] },
      { memories: [{ content: "Ada rows", category: "core" as const, segmentIds }] },
    ]) {
      const verdict = summaryResult({ discard: true, ...nothingFound, ...found });
      const kept = aClaimedConversation(at(0), LEASE_MS).saveDraft(verdict, 1);
      expect(kept.state.draft).to.deep.include({ ...found, discard: false });
      expect(kept.complete(null, 1, at(1)).isDiscarded).to.be.false;
    }
  });

  it("never discards a conversation from text", () => {
    const text = aClaimedConversation(at(0), LEASE_MS, { textSource: "message" });
    const kept = text.saveDraft(summaryResult({ discard: true }), 1);
    expect(kept.state.draft?.actionItems).to.deep.equal(summaryResult().actionItems);
    expect(kept.complete(null, 1, at(1)).isDiscarded).to.be.false;
  });

  it("keeps the user's edits on reprocessing", () => {
    const edits = { title: "Mine", folderId: null, starred: true, discarded: false };
    const again = processed({ title: "Another", discard: true, ...nothingFound }, { edits });
    expect(again.summary.title).to.equal("Mine");
    expect(again.folderId).to.equal(null);
    expect(again.isDiscarded).to.be.false;
    expect(again.state.edits).to.deep.equal(edits);
  });

  it("cannot complete without a draft", () => {
    expectDomainError("conflict", () => aClaimedConversation(at(0), LEASE_MS).complete(null, 1, at(1)));
  });

  it("ends in the status failed when it gives up", () => {
    const { state } = aClaimedConversation(at(0), LEASE_MS).saveDraft(summaryResult(), 1).fail(1, at(1));
    expect(state).to.include({ status: "failed", draft: null, summary: null });
  });

  it("keeps showing and finding the previous summary during reprocessing", () => {
    const before = processed();
    const drafted = before
      .reprocess(at(10), LEASE_MS)
      .saveDraft(summaryResult({ title: "Not yet", discard: true, ...nothingFound }), 2);
    expect(drafted.state.status).to.equal("processing");
    expect(drafted.summary).to.deep.equal(before.summary);
    expect([drafted.isListed, drafted.hasSameSearchableFields(before)]).to.deep.equal([true, true]);
    expect(processed({ discard: true, ...nothingFound }).reprocess(at(10), LEASE_MS).isListed).to.be.false;
  });

  it("restores the previous summary when reprocessing fails", () => {
    const after = processed().reprocess(at(10), LEASE_MS).fail(2, at(20));
    expect(after.state.status).to.equal("completed");
    expect(after.summary).to.deep.equal(aSummary());
  });

  it("restarts on request with a new lease and all attempts", () => {
    const again = aConversation({ status: "failed", summary: null }).reprocess(at(10), LEASE_MS);
    expect(again.state).to.include({ status: "processing", draft: null });
    expect(again.state.lease.attempts).to.equal(1);
    expect(again.dueAt).to.deep.equal(at(20));
  });

  it("cannot restart while it is running or while the session is open", () => {
    for (const status of ["processing", "in_progress"] as const) {
      expectDomainError("conflict", () => aConversation({ status }).reprocess(at(10), LEASE_MS));
    }
  });

  it("continues while the lease is renewed", () => {
    const held = aClaimedConversation(at(0), LEASE_MS);
    expect(held.renew(1, at(8), LEASE_MS).dueAt).to.deep.equal(at(18));
  });

  it("becomes due at the postponed time", () => {
    const postponed = aClaimedConversation(at(0), LEASE_MS).postpone(1, at(30));
    expect([postponed.isDue(at(29)), postponed.isDue(at(30))]).to.deep.equal([false, true]);
  });

  it("is due only in the status processing or deleting", () => {
    const lease = anUnprocessedConversation(at(0)).state.lease;
    const due = statuses.filter((status) => aConversation({ status, lease }).isDue(at(1)));
    expect(due).to.deep.equal(["processing", "deleting"]);
  });

  it("rejects writes with the fence of a lost lease", () => {
    const takeOvers = {
      claim: (held: Conversation) => held.claim(at(20), LEASE_MS),
      delete: (held: Conversation) => held.markDeleting(at(20), 0),
      reprocess: (held: Conversation) =>
        held
          .saveDraft(summaryResult(), held.state.lease.fence)
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
          if (drafted) held = held.saveDraft(summaryResult(), fence);
          const taken = takeOver(held);
          for (const write of [
            () => taken.saveDraft(summaryResult(), fence),
            () => taken.complete(null, fence, at(30)),
            () => taken.fail(fence, at(30)),
            () => taken.postpone(fence, at(30)),
            () => taken.renew(fence, at(30), LEASE_MS),
          ]) {
            expect(isLeaseLost(expectDomainError("conflict", write))).to.be.true;
          }
        },
      ),
    );
  });
});

describe("A conversation: deletion", () => {
  it("hides it and makes it due for removal immediately, even under another lease", () => {
    for (const before of [aConversation(), aClaimedConversation(at(0), LEASE_MS)]) {
      const gone = before.markDeleting(at(5), 0);
      expect(gone.isDeleting).to.be.true;
      expect(gone.isListed).to.be.false;
      expect(gone.isDue(at(5))).to.be.true;
    }
  });

  it("is idempotent", () => {
    const gone = aConversation().markDeleting(at(5), 0);
    expect(gone.markDeleting(at(6), 0).state).to.deep.equal(gone.state);
  });
});
