import type { DigestActionItem } from "./digest.js";
import { actionItemDescription } from "./limits.js";
import { ensure } from "./rules.js";
import { ascending, descending } from "./sort-key.js";

export interface ActionItemState {
  readonly id: string;
  readonly userId: string;
  readonly description: string;
  readonly completed: boolean;
  readonly completedAt: Date | null;
  readonly dueAt: Date | null;
  /** The conversation it was found in; null for one the user made, or when that conversation is gone. */
  readonly conversationId: string | null;
  readonly segmentIds: readonly string[];
  /** Whether the user edited or completed it: from then on it is theirs (decisions 4.11, 4.13). */
  readonly touched: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Something to be done. Contract 2.6, decisions 6. */
export class ActionItem {
  private constructor(readonly state: ActionItemState) {}

  /** @throws DomainError `invalid` when the description breaks its limit. */
  static extracted(
    found: DigestActionItem,
    birth: { id: string; userId: string; conversationId: string; saidAt: Date; now: Date },
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

  /** Decision 6.1: ascending order of this key is the order of the list. */
  get sortKey(): string {
    const { id, completed, dueAt, createdAt } = this.state;
    return (completed ? "1" : "0") + ascending(dueAt) + descending(createdAt) + id;
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
