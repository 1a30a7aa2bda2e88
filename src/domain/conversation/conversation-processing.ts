import { conflict } from "../errors.js";
import { assertFence, claimLease, completeLease } from "../lease.js";
import type { ConversationState } from "./conversation-state.js";
import { MAX_SUPERSEDED_PER_CONVERSATION, type ExtractedMemory, type SummaryResult } from "./summary-result.js";

/** As `Conversation.saveDraft`. */
export function saveDraft(state: ConversationState, result: SummaryResult, fence: number): ConversationState {
  assertFence(state.lease, fence);
  if (state.draft) return state;
  // A conversation from text, or one with items, is not discarded even when the result says so.
  const discard = result.discard && state.textSource === null && !hasItems(result);
  return { ...state, draft: { ...result, memories: limitSupersessions(result.memories), discard } };
}

/** As `Conversation.complete`. */
export function completeProcessing(
  state: ConversationState,
  folderId: string | null,
  fence: number,
  now: Date,
): ConversationState {
  const lease = completeLease(state.lease, fence);
  if (!state.draft) throw conflict("draft_missing");
  const { title, overview, category, emoji, events, madeBy, discard } = state.draft;
  return {
    ...state,
    status: "completed",
    summary: { title, overview, category, emoji, events, ...(madeBy === undefined ? {} : { madeBy }) },
    unusable: discard,
    filedUnder: folderId,
    draft: null,
    lease,
    digestedAt: now,
    updatedAt: now,
  };
}

/** As `Conversation.fail`. */
export function failProcessing(state: ConversationState, fence: number, now: Date): ConversationState {
  const status = state.summary ? "completed" : "failed";
  return { ...state, status, draft: null, lease: completeLease(state.lease, fence), updatedAt: now };
}

/** As `Conversation.reprocess`. */
export function restartProcessing(state: ConversationState, now: Date, leaseMs: number): ConversationState {
  if (state.status === "processing" || state.status === "in_progress") throw conflict("processing");
  const lease = claimLease({ ...state.lease, attempts: 0 }, now, leaseMs);
  return { ...state, status: "processing", draft: null, lease, updatedAt: now };
}

const hasItems = ({ actionItems, events, memories }: SummaryResult): boolean =>
  actionItems.length > 0 || events.length > 0 || memories.length > 0;

/**
 * Limits how many known memories one conversation supersedes: a larger number is probably an error of the summariser.
 * The first ones are kept.
 */
function limitSupersessions(memories: readonly ExtractedMemory[]): readonly ExtractedMemory[] {
  let supersessionCount = 0;
  return memories.map(({ supersedes, ...memory }) =>
    supersedes !== undefined && (supersessionCount += 1) <= MAX_SUPERSEDED_PER_CONVERSATION
      ? { ...memory, supersedes }
      : memory,
  );
}
