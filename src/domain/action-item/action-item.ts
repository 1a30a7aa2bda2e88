import type { ExtractedActionItem } from "../conversation/summary-result.js";
import { invalidInput } from "../errors.js";
import { ensureInTimestampRange, encodeAscending, encodeDescending } from "../time/timestamps.js";
import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import { actionItemBatch, actionItemDescription } from "../limits.js";
import { ensure, ensureEach } from "../rules.js";
import { isBlank } from "../text/normalize-text.js";

export interface ActionItemState extends AppliedIdempotencyKeys {
  readonly id: string;
  readonly userId: string;
  readonly description: string;
  readonly completed: boolean;
  readonly completedAt: Date | null;
  readonly dueAt: Date | null;
  /**
   * The conversation from which it was extracted; null for an item of the user, or after the conversation was deleted.
   */
  readonly conversationId: string | null;
  readonly segmentIds: readonly string[];
  /** Its position among the action items of its conversation, from 0; absent for items that a user added. */
  readonly position?: number;
  /** Whether the user created, edited or completed it. Processing does not change or delete such an item. */
  readonly touched: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewActionItem {
  readonly description: string;
  readonly completed?: boolean;
  readonly dueAt?: Date | null;
}

/** A `null` leaves the field unchanged, except for `dueAt`, which it clears. */
export interface ActionItemPatch {
  readonly completed?: boolean | null;
  readonly description?: string | null;
  readonly dueAt?: Date | null;
}

export interface ActionItemCreationContext {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
}

/** Enough digits for `MAX_EXTRACTED_ITEMS.actionItems`. */
const POSITION_DIGITS = 4;

/** A task that the user added, or that was extracted from a conversation. */
export class ActionItem {
  private constructor(readonly state: ActionItemState) {}

  /** Creates an item of the user. @throws DomainError `invalid` naming the broken rule. */
  static create(
    { description, completed = false, dueAt = null }: NewActionItem,
    context: ActionItemCreationContext,
  ): ActionItem {
    checkDescription(description);
    ensureInTimestampRange({ dueAt });
    const { id, userId, now } = context;
    return new ActionItem({
      id,
      userId,
      description,
      completed,
      completedAt: completed ? now : null,
      dueAt,
      conversationId: null,
      segmentIds: [],
      touched: true,
      createdAt: now,
      updatedAt: now,
    });
  }

  /**
   * Creates several items of the user at once.
   * @param createContext called once for each item, in order.
   * @throws DomainError `invalid` naming the broken rule; a broken limit also with the index of its item.
   */
  static createBatch(inputs: readonly NewActionItem[], createContext: () => ActionItemCreationContext): ActionItem[] {
    ensureEach({ description: actionItemDescription }, inputs, actionItemBatch);
    if (inputs.some(({ description }) => isBlank(description))) {
      throw invalidInput("descriptions_blank");
    }
    return inputs.map((input) => ActionItem.create(input, createContext()));
  }

  /** Creates an extracted item. @throws DomainError `invalid` when the description breaks its limit. */
  static fromExtraction(
    item: ExtractedActionItem,
    context: { id: string; userId: string; conversationId: string; position: number; saidAt: Date; now: Date },
  ): ActionItem {
    const state: ActionItemState = {
      id: context.id,
      userId: context.userId,
      description: item.description,
      completed: false,
      completedAt: null,
      dueAt: item.dueAt,
      conversationId: context.conversationId,
      segmentIds: item.segmentIds,
      position: context.position,
      touched: false,
      createdAt: context.saidAt,
      updatedAt: context.now,
    };
    ensure({ description: actionItemDescription }, state);
    return new ActionItem(state);
  }

  static restore(state: ActionItemState): ActionItem {
    return new ActionItem(state);
  }

  /** Lists are in ascending order of this key. Items of one conversation keep their order. */
  get sortKey(): string {
    const { id, completed, dueAt, createdAt, position = 0 } = this.state;
    const paddedPosition = String(position).padStart(POSITION_DIGITS, "0");
    return (
      ActionItem.getSortKeyPrefix(completed) +
      encodeAscending(dueAt) +
      encodeDescending(createdAt) +
      paddedPosition +
      id
    );
  }

  /** Returns the prefix of the keys of all open or of all completed items, which bounds a list of only these. */
  static getSortKeyPrefix(completed: boolean): string {
    return completed ? "1" : "0";
  }

  /** @throws DomainError `invalid` for an empty patch or a description that breaks its rule. */
  edit(patch: ActionItemPatch, now: Date): ActionItem {
    ActionItem.checkPatch(patch);
    const { completed, description, dueAt } = patch;
    const item = completed == null ? this : this.setCompleted(completed, now);
    const current = item.state;
    const next = {
      description: description ?? current.description,
      dueAt: dueAt === undefined ? current.dueAt : dueAt,
    };
    const isSame = next.description === current.description && next.dueAt?.getTime() === current.dueAt?.getTime();
    return isSame ? item : new ActionItem({ ...current, ...next, touched: true, updatedAt: now });
  }

  /** Checks the rules of a patch that do not depend on the item; a violation takes precedence over absence. */
  static checkPatch({ completed, description, dueAt }: ActionItemPatch): void {
    if (completed === undefined && description === undefined && dueAt === undefined) {
      throw invalidInput("patch_empty");
    }
    if (description != null) checkDescription(description);
    ensureInTimestampRange({ dueAt });
  }

  /** Completing a completed item keeps its `completedAt`; reopening clears it. */
  setCompleted(completed: boolean, now: Date): ActionItem {
    if (completed === this.state.completed) return this;
    return new ActionItem({
      ...this.state,
      completed,
      completedAt: completed ? now : null,
      touched: true,
      updatedAt: now,
    });
  }

  /** Removes the reference to a deleted conversation. */
  detach(now: Date): ActionItem {
    return new ActionItem({ ...this.state, conversationId: null, segmentIds: [], updatedAt: now });
  }
}

function checkDescription(description: string): void {
  ensure({ description: actionItemDescription }, { description });
  if (isBlank(description)) throw invalidInput("description_blank");
}
