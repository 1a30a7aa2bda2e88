import type { ActionItem, ActionItemPatch, NewActionItem } from "../../domain/action-item.js";
import type { ActionItemFilter } from "../driven/action-item-repository.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

export interface ListActionItems {
  readonly filter: ActionItemFilter;
  readonly page: PageRequest;
  readonly withTotal: boolean;
}

/** Contract 4.4, decisions 6. All throw DomainError: `invalid`, `not_found`, `unavailable`. */
export interface ActionItemUseCases {
  create(call: Call, input: NewActionItem): Promise<ActionItem>;
  /** All or nothing (decision 6.3). */
  createBatch(call: Call, inputs: readonly NewActionItem[]): Promise<readonly ActionItem[]>;
  list(call: Call, query: ListActionItems): Promise<Page<ActionItem>>;
  get(call: Call, id: string): Promise<ActionItem>;
  update(call: Call, id: string, patch: ActionItemPatch): Promise<ActionItem>;
  delete(call: Call, id: string): Promise<void>;
}
