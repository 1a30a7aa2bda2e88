import { invalidInput } from "../errors.js";
import { conversationTitle } from "../limits.js";
import { parseTitle } from "../text/normalize-text.js";
import type { ConversationEdits } from "./conversation-state.js";

/** A `null` leaves the field unchanged, except for `folderId`, which it clears. */
export interface ConversationPatch {
  readonly title?: string | null;
  readonly discarded?: boolean | null;
  readonly folderId?: string | null;
  readonly starred?: boolean | null;
}

/**
 * Checks the rules of a patch that do not depend on the conversation; a violation takes precedence over absence.
 * @throws DomainError `invalid` for an empty patch or a title that breaks its limit.
 */
export function checkConversationPatch({ title, discarded, folderId, starred }: ConversationPatch): void {
  if (title === undefined && discarded === undefined && folderId === undefined && starred === undefined) {
    throw invalidInput("patch_empty");
  }
  if (title != null) parseTitle(title, conversationTitle);
}

/** Returns `edits` itself when the patch leaves every field unchanged. */
export function applyConversationPatch(
  edits: ConversationEdits,
  { title, discarded, folderId, starred }: ConversationPatch,
): ConversationEdits {
  const hasChanges = folderId !== undefined || title != null || discarded != null || starred != null;
  if (!hasChanges) return edits;
  return {
    ...edits,
    ...(title == null ? {} : { title: parseTitle(title, conversationTitle) }),
    ...(discarded == null ? {} : { discarded }),
    ...(folderId === undefined ? {} : { folderId }),
    ...(starred == null ? {} : { starred }),
  };
}
