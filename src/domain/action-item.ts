import type { DigestActionItem } from "./digest.js";
import { broken } from "./errors.js";
import { ensurePresentable } from "./instant.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { actionItemBatch, actionItemDescription } from "./limits.js";
import { ensure, ensureEach } from "./rules.js";
import { ascending, descending } from "./sort-key.js";
import { isBlank } from "./white-space.js";

export interface ActionItemState extends KeyedChanges {
  readonly id: string;
  readonly userId: string;
  readonly description: string;
  readonly completed: boolean;
  readonly completedAt: Date | null;
  readonly dueAt: Date | null;
  /** The conversation it was found in; null for one the user made, or when that conversation is gone. */
  readonly conversationId: string | null;
  readonly segmentIds: readonly string[];
  /** Its position among the action items of its conversation, from 0; absent for items that a user added. */
  readonly position?: number;
  /** Whether the user made, edited or completed it: from then on it is theirs (decisions 4.11, 4.13). */
  readonly touched: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewActionItem {
  readonly description: string;
  readonly completed?: boolean;
  readonly dueAt?: Date | null;
}

/** A `null` leaves the field as it is, but for `dueAt`, which it clears (decisions 2.4, 6.2). */
export interface ActionItemPatch {
  readonly completed?: boolean | null;
  readonly description?: string | null;
  readonly dueAt?: Date | null;
}

export interface ActionItemBirth {
  readonly id: string;
  readonly userId: string;
  readonly now: Date;
}

/** Enough digits for `mostFound.actionItems`. */
const POSITION_DIGITS = 4;

/** Something to be done. Contract 2.6, decisions 6. */
export class ActionItem {
  private constructor(readonly state: ActionItemState) {}

  /** One that the user makes. @throws DomainError `invalid` naming the broken rule. */
  static create({ description, completed = false, dueAt = null }: NewActionItem, birth: ActionItemBirth): ActionItem {
    checkDescription(description);
    ensurePresentable({ due_at: dueAt });
    const { id, userId, now } = birth;
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
   * Several that the user makes at once (decision 6.3).
   * @param birth is asked once for each, in their order.
   * @throws DomainError `invalid` naming the broken rule, and by its index which of them breaks a limit.
   */
  static createBatch(inputs: readonly NewActionItem[], birth: () => ActionItemBirth): ActionItem[] {
    ensureEach({ description: actionItemDescription }, inputs, actionItemBatch);
    if (inputs.some(({ description }) => isBlank(description))) {
      throw broken("description_blank", "All action items must have non-empty descriptions");
    }
    return inputs.map((input) => ActionItem.create(input, birth()));
  }

  /** One that was found in a conversation. @throws DomainError `invalid` when the description breaks its limit. */
  static extracted(
    found: DigestActionItem,
    birth: { id: string; userId: string; conversationId: string; position: number; saidAt: Date; now: Date },
  ): ActionItem {
    const state: ActionItemState = {
      id: birth.id,
      userId: birth.userId,
      description: found.description,
      completed: false,
      completedAt: null,
      dueAt: found.dueAt,
      conversationId: birth.conversationId,
      segmentIds: found.segmentIds,
      position: birth.position,
      touched: false,
      createdAt: birth.saidAt,
      updatedAt: birth.now,
    };
    ensure({ description: actionItemDescription }, state);
    return new ActionItem(state);
  }

  static restore(state: ActionItemState): ActionItem {
    return new ActionItem(state);
  }

  /** Lists are in ascending order of this key (decision 6.1). Items of one conversation keep their order. */
  get sortKey(): string {
    const { id, completed, dueAt, createdAt, position = 0 } = this.state;
    const place = String(position).padStart(POSITION_DIGITS, "0");
    return ActionItem.sortKey(completed) + ascending(dueAt) + descending(createdAt) + place + id;
  }

  /** What the keys of all open ones, or of all completed ones, begin with: it bounds a list of them alone. */
  static sortKey(completed: boolean): string {
    return completed ? "1" : "0";
  }

  /** @throws DomainError `invalid` for an empty patch or a description that breaks its rule (decisions 2.2, 2.4). */
  edit(patch: ActionItemPatch, now: Date): ActionItem {
    ActionItem.checkPatch(patch);
    const { completed, description, dueAt } = patch;
    const marked = completed == null ? this : this.complete(completed, now);
    const before = marked.state;
    const after = { description: description ?? before.description, dueAt: dueAt === undefined ? before.dueAt : dueAt };
    const isSame = after.description === before.description && after.dueAt?.getTime() === before.dueAt?.getTime();
    return isSame ? marked : new ActionItem({ ...before, ...after, touched: true, updatedAt: now });
  }

  /** The rules of a patch that need no item: they are answered before a 404 (decision 2.3). */
  static checkPatch({ completed, description, dueAt }: ActionItemPatch): void {
    if (completed === undefined && description === undefined && dueAt === undefined) {
      throw broken("patch_empty", "At least one field (completed, description, due_at) must be provided");
    }
    if (description != null) checkDescription(description);
    ensurePresentable({ due_at: dueAt });
  }

  /** Decision 6.2: completed again keeps its time, reopened loses it. */
  complete(completed: boolean, now: Date): ActionItem {
    if (completed === this.state.completed) return this;
    return new ActionItem({
      ...this.state,
      completed,
      completedAt: completed ? now : null,
      touched: true,
      updatedAt: now,
    });
  }

  /** Decision 4.11: the conversation it came from is gone; what the user made of it stays. */
  detach(now: Date): ActionItem {
    return new ActionItem({ ...this.state, conversationId: null, segmentIds: [], updatedAt: now });
  }
}

function checkDescription(description: string): void {
  ensure({ description: actionItemDescription }, { description });
  if (isBlank(description)) throw broken("description_blank", "description cannot be empty");
}
