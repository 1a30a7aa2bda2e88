import { ActionItem, type ActionItemPatch, type NewActionItem } from "../domain/action-item.js";
import { deletedSince, notFound, type DomainError } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import type { ActionItemRepository, DataVersions, PageRequest } from "../ports/driven/index.js";
import type { ActionItemUseCases, Call, ListActionItems, Page } from "../ports/driving/index.js";
import { deleteOnce } from "./deletion.js";
import type { KeyedCalls } from "./keyed-calls.js";
import { readPage } from "./page.js";
import { Remembered } from "./remembered.js";

export interface ActionItemPorts {
  readonly actionItems: ActionItemRepository;
  /** Without it every page is read anew. */
  readonly dataVersions?: DataVersions;
  readonly answers: Pick<KeyedCalls, "forget">;
}

/** How many are remembered, on pages. */
const MOST_ON_PAGES = 4_000;

export class ActionItems implements ActionItemUseCases {
  private readonly items: ActionItemRepository;
  private readonly answers: Pick<KeyedCalls, "forget">;
  private readonly pages: Remembered<Page<ActionItem>>;

  constructor({ actionItems, dataVersions, answers }: ActionItemPorts) {
    this.items = actionItems;
    this.answers = answers;
    this.pages = new Remembered(dataVersions, MOST_ON_PAGES);
  }

  async create({ userId, ids, now }: Call, input: NewActionItem): Promise<ActionItem> {
    const item = ActionItem.create(input, { id: ids.fresh(), userId, now });
    const [stored] = await this.insertAll(userId, [item]);
    return present(stored);
  }

  async createBatch({ userId, ids, now }: Call, inputs: readonly NewActionItem[]): Promise<readonly ActionItem[]> {
    const items = ActionItem.createBatch(inputs, () => ({ id: ids.fresh(), userId, now }));
    return items.length === 0 ? items : this.insertAll(userId, items);
  }

  async list({ userId }: Call, query: ListActionItems): Promise<Page<ActionItem>> {
    const { filter, page: stretch, withTotal } = query;
    const listing = {
      list: (part: PageRequest) => this.items.list(userId, filter, part),
      count: () => this.items.count(userId, filter),
    };
    return this.pages.get(
      userId,
      JSON.stringify(query),
      () => readPage(listing, stretch, withTotal),
      ({ items }) => items.length + 1,
    );
  }

  async get({ userId }: Call, id: string): Promise<ActionItem> {
    return present(await this.items.get(userId, id));
  }

  async update({ userId, now, keyed }: Call, id: string, patch: ActionItemPatch): Promise<ActionItem> {
    ActionItem.checkPatch(patch);
    const edit = (item: ActionItem) => item.edit(patch, now);
    const after = await this.items.update(userId, id, (before) => changeOnce(ActionItem, before, keyed?.callId, edit));
    return present(after);
  }

  async delete(call: Call, id: string): Promise<void> {
    if (!(await deleteOnce(call, id, this.items, this.answers))) throw actionItemNotFound();
  }

  private async insertAll(userId: string, items: readonly ActionItem[]): Promise<ActionItem[]> {
    const stored = await this.items.insertAll(userId, items);
    return stored.map((item) => {
      if (!item) throw deletedSince();
      return item;
    });
  }
}

function present(item: ActionItem | undefined): ActionItem {
  if (!item) throw actionItemNotFound();
  return item;
}

function actionItemNotFound(): DomainError {
  return notFound("Action item");
}
