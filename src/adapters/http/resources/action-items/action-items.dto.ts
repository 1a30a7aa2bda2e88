import type { FilteredListQuery } from "../../../../ports/paging.js";
import type { ActionItemFilter } from "../../../../ports/driven/store/action-item-repository.js";
import type { ActionItemPatch, NewActionItem, ActionItem } from "../../../../domain/action-item/action-item.js";
import { actionItemBatch, actionItemDescription, actionItemPageSize } from "../../../../domain/limits.js";
import { text } from "../../../../domain/rules.js";
import { Component, Field, nestedObject, type PlainObject } from "../../kernel/dto-fields.js";
import {
  dateBound,
  lenientBoolean,
  lenientDateTime,
  arrayOf,
  nullableParser,
  lenientInteger,
  timestamp,
} from "../../kernel/field-parsers.js";
import type { Cursor } from "../../kernel/list-page.js";
import { CursorParameter, LimitParameter, OffsetParameter, TotalParameter } from "../list-parameters.js";

/** The query of `GET /v1/dev/user/action-items`. */
export class ListActionItemsParameters {
  @Field(text(), { optional: true }) conversation_id?: string;
  @Field(lenientBoolean(), { optional: true }) completed?: boolean;
  @Field(dateBound(), { optional: true }) start_date?: Date;
  @Field(dateBound(), { optional: true }) end_date?: Date;
  @LimitParameter(actionItemPageSize) limit: number = actionItemPageSize.defaultLimit;
  @OffsetParameter() offset: number = 0;
  @CursorParameter({ extension: true }) cursor?: Cursor;
  @TotalParameter({ extension: true }) total: boolean = false;
}

/** The body of `POST /v1/dev/user/action-items`. */
@Component("CreateActionItem")
export class CreateActionItemRequest {
  @Field(actionItemDescription) description!: string;
  @Field(lenientBoolean(), { optional: true }) completed: boolean = false;
  @Field(nullableParser(lenientDateTime()), { optional: true }) due_at: Date | null = null;
}

/** The body of `POST /v1/dev/user/action-items/batch`. */
@Component("CreateActionItemBatch")
export class CreateActionItemBatchRequest {
  @Field(
    arrayOf(
      nestedObject(() => CreateActionItemRequest),
      actionItemBatch,
    ),
  )
  action_items!: CreateActionItemRequest[];
}

/** The body of `PATCH /v1/dev/user/action-items/{action_item_id}`. */
@Component("UpdateActionItem")
export class UpdateActionItemRequest {
  @Field(nullableParser(lenientBoolean()), { optional: true }) completed?: boolean | null;
  @Field(nullableParser(actionItemDescription), { optional: true }) description?: string | null;
  @Field(nullableParser(lenientDateTime()), { optional: true, description: "`null` clears it." }) due_at?: Date | null;
}

export function toNewActionItem({ description, completed, due_at }: CreateActionItemRequest): NewActionItem {
  return { description, completed, dueAt: due_at };
}

/** Contains only the fields that the body contains. */
export function toActionItemPatch({ completed, description, due_at }: UpdateActionItemRequest): ActionItemPatch {
  return {
    ...(completed === undefined ? {} : { completed }),
    ...(description === undefined ? {} : { description }),
    ...(due_at === undefined ? {} : { dueAt: due_at }),
  };
}

export function toActionItemListQuery(query: ListActionItemsParameters): FilteredListQuery<ActionItemFilter> {
  const { conversation_id, completed, start_date, end_date, limit, offset } = query;
  return {
    filter: {
      ...(conversation_id === undefined ? {} : { conversationId: conversation_id }),
      ...(completed === undefined ? {} : { completed }),
      ...(start_date && { from: start_date }),
      ...(end_date && { to: end_date }),
    },
    page: { limit, offset },
    includeTotal: query.total,
  };
}

/** The fields that are the same within a conversation and standalone. */
class CommonActionItemResponse {
  @Field(text()) description!: string;
  @Field(nullableParser(timestamp()), { optional: true }) completed_at: string | null = null;
  @Field(nullableParser(text()), { optional: true }) conversation_id: string | null = null;
  @Field(nullableParser(timestamp()), { optional: true }) created_at: string | null = null;
  @Field(nullableParser(timestamp()), { optional: true }) due_at: string | null = null;
  @Field(nullableParser(timestamp()), { optional: true }) updated_at: string | null = null;
  @Field(arrayOf(text()), {
    optional: true,
    extension: true,
    description: "IDs of the transcript segments it was extracted from; omitted in lists.",
  })
  segment_ids?: string[];
}

/** An action item within a conversation. */
@Component("ConversationActionItem")
export class ConversationActionItemResponse extends CommonActionItemResponse {
  @Field(nullableParser(text()), { optional: true }) id: string | null = null;
  @Field(lenientBoolean(), { optional: true }) completed: boolean = false;
}

/** A standalone action item. */
@Component("ActionItem")
export class ActionItemResponse extends CommonActionItemResponse {
  @Field(text()) id!: string;
  @Field(lenientBoolean()) completed!: boolean;
}

/** The response to the creation of a batch. */
@Component("ActionItemBatch")
export class ActionItemBatchResponse {
  @Field(arrayOf(nestedObject(() => ActionItemResponse))) action_items!: ActionItemResponse[];
  @Field(lenientInteger()) created_count!: number;
}

/**
 * Renders an action item for a list: fields of the API contract without a value are null, and `segment_ids` is omitted.
 */
export function toActionItemResponse({ state }: ActionItem): PlainObject<ActionItemResponse> {
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

/** Adds the segments from which the action item was extracted (decision 4.13). */
export function toActionItemDetailResponse(item: ActionItem): PlainObject<ActionItemResponse> {
  return { ...toActionItemResponse(item), segment_ids: [...item.state.segmentIds] };
}

export function toActionItemBatchResponse(items: readonly ActionItem[]): PlainObject<ActionItemBatchResponse> {
  return { action_items: items.map(toActionItemResponse), created_count: items.length };
}
