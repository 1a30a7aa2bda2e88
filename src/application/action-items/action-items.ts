import { ActionItem, type ActionItemPatch, type NewActionItem } from "../../domain/action-item/action-item.js";
import { createDeletedMeanwhileError, notFound, type DomainError } from "../../domain/errors.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import type {
  ActionItemRepository,
  DataVersions,
  PageRequest,
  RuntimeComponents,
  VersionedCache,
  ActionItemFilter,
} from "../../ports/driven/index.js";
import type { ActionItemUseCases, RequestContext, Page, FilteredListQuery } from "../../ports/driving/index.js";
import { deleteOnce } from "../deletion.js";
import type { IdempotencyService } from "../idempotency/idempotency-service.js";
import { readPage } from "../read-page.js";

export interface ActionItemPorts {
  readonly actionItems: ActionItemRepository;
  readonly runtime: Pick<RuntimeComponents, "createVersionedCache">;
  /** Without it pages are not cached. */
  readonly dataVersions?: DataVersions;
  readonly idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">;
}

/** Maximum number of action items on cached pages. */
const MAX_CACHED_PAGE_ITEMS = 4_000;

export class ActionItems implements ActionItemUseCases {
  private readonly items: ActionItemRepository;
  private readonly idempotencyService: Pick<IdempotencyService, "removeResponsesContaining">;
  private readonly pageCache: VersionedCache<Page<ActionItem>>;

  constructor({ actionItems, runtime, dataVersions, idempotencyService }: ActionItemPorts) {
    this.items = actionItems;
    this.idempotencyService = idempotencyService;
    this.pageCache = runtime.createVersionedCache({ dataVersions, maxWeight: MAX_CACHED_PAGE_ITEMS });
  }

  async create({ userId, ids, now }: RequestContext, input: NewActionItem): Promise<ActionItem> {
    const item = ActionItem.create(input, { id: ids.generate(), userId, now });
    const [stored] = await this.insertAll(userId, [item]);
    return requireActionItem(stored);
  }

  async createBatch(
    { userId, ids, now }: RequestContext,
    inputs: readonly NewActionItem[],
  ): Promise<readonly ActionItem[]> {
    const items = ActionItem.createBatch(inputs, () => ({ id: ids.generate(), userId, now }));
    return items.length === 0 ? items : this.insertAll(userId, items);
  }

  async list({ userId }: RequestContext, query: FilteredListQuery<ActionItemFilter>): Promise<Page<ActionItem>> {
    const { filter, page: pageRequest, includeTotal } = query;
    const listing = {
      list: (range: PageRequest) => this.items.list(userId, filter, range),
      count: () => this.items.count(userId, filter),
    };
    return this.pageCache.get(
      userId,
      JSON.stringify(query),
      () => readPage(listing, pageRequest, includeTotal),
      ({ items }) => items.length + 1,
    );
  }

  async get({ userId }: RequestContext, id: string): Promise<ActionItem> {
    return requireActionItem(await this.items.get(userId, id));
  }

  async update({ userId, now, idempotency }: RequestContext, id: string, patch: ActionItemPatch): Promise<ActionItem> {
    ActionItem.checkPatch(patch);
    const edit = (item: ActionItem) => item.edit(patch, now);
    const updated = await this.items.update(userId, id, (current) =>
      applyOnce(ActionItem, current, idempotency?.idempotencyId, edit),
    );
    return requireActionItem(updated);
  }

  async delete(context: RequestContext, id: string): Promise<void> {
    if (!(await deleteOnce(context, id, this.items, this.idempotencyService))) throw actionItemNotFound();
  }

  private async insertAll(userId: string, items: readonly ActionItem[]): Promise<ActionItem[]> {
    const stored = await this.items.insertAll(userId, items);
    return stored.map((item) => {
      if (!item) throw createDeletedMeanwhileError();
      return item;
    });
  }
}

function requireActionItem(item: ActionItem | undefined): ActionItem {
  if (!item) throw actionItemNotFound();
  return item;
}

function actionItemNotFound(): DomainError {
  return notFound("Action item");
}
