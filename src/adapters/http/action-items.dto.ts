import type { ActionItemPatch, NewActionItem } from "../../domain/action-item.js";
import { actionItemBatch, actionItemDescription, actionItemPage } from "../../domain/limits.js";
import { text } from "../../domain/rules.js";
import type { ListActionItems as Listing } from "../../ports/driving/action-items.js";
import { cursor, type Cursor } from "./cursor.js";
import { Component, Field, record } from "./field.js";
import { bound, clamped, flag, instant, list, nullable } from "./wire-rules.js";

export * from "./action-item-bodies.dto.js";

/** Contract 4.4, `GET /v1/dev/user/action-items`; decisions 4.14 and 6.1. */
export class ListActionItems {
  @Field(text(), { optional: true }) conversation_id?: string;
  @Field(flag(), { optional: true }) completed?: boolean;
  @Field(bound(), { optional: true }) start_date?: Date;
  @Field(bound(), { optional: true }) end_date?: Date;
  @Field(clamped({ min: 1, max: actionItemPage.most }), {
    optional: true,
    description: `Drawn into 1 to ${actionItemPage.most}.`,
  })
  limit: number = actionItemPage.usual;
  @Field(clamped({ min: 0, max: Number.MAX_SAFE_INTEGER }), { optional: true }) offset: number = 0;
  @Field(cursor(), { optional: true, extension: true, description: "Goes on where the page that linked it ended." })
  cursor?: Cursor;
  @Field(flag(), { optional: true, extension: true, description: "Asks for `X-Total-Count`." }) total: boolean = false;
}

/** Contract 4.4, `POST /v1/dev/user/action-items`. */
@Component("CreateActionItem")
export class CreateActionItem {
  @Field(actionItemDescription) description!: string;
  @Field(flag(), { optional: true }) completed: boolean = false;
  @Field(nullable(instant()), { optional: true }) due_at: Date | null = null;
}

/** Contract 4.4, `POST /v1/dev/user/action-items/batch`. */
@Component("CreateActionItemBatch")
export class CreateActionItems {
  @Field(
    list(
      record(() => CreateActionItem),
      actionItemBatch,
    ),
  )
  action_items!: CreateActionItem[];
}

/** Contract 4.4, `PATCH /v1/dev/user/action-items/{action_item_id}`. */
@Component("UpdateActionItem")
export class UpdateActionItem {
  @Field(nullable(flag()), { optional: true }) completed?: boolean | null;
  @Field(nullable(actionItemDescription), { optional: true }) description?: string | null;
  @Field(nullable(instant()), { optional: true, description: "`null` clears it." }) due_at?: Date | null;
}

export function newActionItem({ description, completed, due_at }: CreateActionItem): NewActionItem {
  return { description, completed, dueAt: due_at };
}

/** Only what the body names is in the patch. */
export function actionItemPatch({ completed, description, due_at }: UpdateActionItem): ActionItemPatch {
  return {
    ...(completed === undefined ? {} : { completed }),
    ...(description === undefined ? {} : { description }),
    ...(due_at === undefined ? {} : { dueAt: due_at }),
  };
}

export function listing(query: ListActionItems): Listing {
  const { conversation_id, completed, start_date, end_date, limit, offset } = query;
  return {
    filter: {
      ...(conversation_id === undefined ? {} : { conversationId: conversation_id }),
      ...(completed === undefined ? {} : { completed }),
      ...(start_date && { from: start_date }),
      ...(end_date && { to: end_date }),
    },
    page: { limit, offset },
    withTotal: query.total,
  };
}
