import type { ActionItem, ActionItemPatch, NewActionItem } from "../../domain/action-item/action-item.js";
import type { ActionItemFilter } from "../driven/store/action-item-repository.js";
import type { Page, FilteredListQuery } from "../paging.js";
import type { RequestContext } from "./request-context.js";

/** Action items of a user. All methods throw DomainError: `invalid`, `not_found`, `unavailable`. */
export interface ActionItemUseCases {
  create(context: RequestContext, input: NewActionItem): Promise<ActionItem>;
  /** Creates all items or none. */
  createBatch(context: RequestContext, inputs: readonly NewActionItem[]): Promise<readonly ActionItem[]>;
  list(context: RequestContext, query: FilteredListQuery<ActionItemFilter>): Promise<Page<ActionItem>>;
  get(context: RequestContext, id: string): Promise<ActionItem>;
  update(context: RequestContext, id: string, patch: ActionItemPatch): Promise<ActionItem>;
  delete(context: RequestContext, id: string): Promise<void>;
}
