import type { ActionItem } from "../../domain/action-item.js";
import { text } from "../../domain/rules.js";
import { Component, Field, record, type Plain } from "./field.js";
import { flag, integer, list, nullable, timestamp } from "./wire-rules.js";

/** Contract 2.6, but for what is required of a standalone one alone. */
class CommonActionItemBody {
  @Field(text()) description!: string;
  @Field(nullable(timestamp()), { optional: true }) completed_at: string | null = null;
  @Field(nullable(text()), { optional: true }) conversation_id: string | null = null;
  @Field(nullable(timestamp()), { optional: true }) created_at: string | null = null;
  @Field(nullable(timestamp()), { optional: true }) due_at: string | null = null;
  @Field(nullable(timestamp()), { optional: true }) updated_at: string | null = null;
  @Field(list(text()), { optional: true, extension: true, description: "Where it was said; not in lists." })
  segment_ids?: string[];
}

/** Contract 2.2, within a conversation. */
@Component("ConversationActionItem")
export class ConversationActionItemBody extends CommonActionItemBody {
  @Field(nullable(text()), { optional: true }) id: string | null = null;
  @Field(flag(), { optional: true }) completed: boolean = false;
}

/** Contract 2.6, standalone. */
@Component("ActionItem")
export class ActionItemBody extends CommonActionItemBody {
  @Field(text()) id!: string;
  @Field(flag()) completed!: boolean;
}

/** Contract 4.4, what the creation of a batch answers. */
@Component("ActionItemBatch")
export class ActionItemBatchBody {
  @Field(list(record(() => ActionItemBody))) action_items!: ActionItemBody[];
  @Field(integer()) created_count!: number;
}

/** Every optional field is present, as null where there is nothing. */
export function actionItemBody({ state }: ActionItem): Plain<ActionItemBody> {
  return {
    id: state.id,
    description: state.description,
    completed: state.completed,
    completed_at: state.completedAt?.toISOString() ?? null,
    conversation_id: state.conversationId,
    created_at: state.createdAt.toISOString(),
    due_at: state.dueAt?.toISOString() ?? null,
    updated_at: state.updatedAt.toISOString(),
  };
}

/** With where it was said (decision 4.13). */
export function detailedActionItemBody(item: ActionItem): Plain<ActionItemBody> {
  return { ...actionItemBody(item), segment_ids: [...item.state.segmentIds] };
}

export function actionItemBatchBody(items: readonly ActionItem[]): Plain<ActionItemBatchBody> {
  return { action_items: items.map(actionItemBody), created_count: items.length };
}
