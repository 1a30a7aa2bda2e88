import type { StatementSync } from "node:sqlite";
import { WebhookDelivery, type WebhookDeliveryState } from "../../../domain/webhook/webhook-delivery.js";
import type { PageRequest } from "../../../ports/paging.js";
import type { WebhookDeliveryFilter, WebhookDeliveryRepository } from "../../../ports/driven/store/app-repositories.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";
import { claimDueRows, replaceIfChanged } from "../queries/row-updates.js";
import type { SqliteDatabase } from "../database/database.js";
import { DeletedConversations } from "./tombstones.js";
import { SqliteStoredResponses } from "./idempotency-repository.js";
import { prepareListStatements, type ListStatements, toPagePosition } from "../queries/page-query.js";
import { NO_USERS } from "../queries/data-versions.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

/** Its writes change no data version (`NO_USERS`), because no cached list contains deliveries. */
export class SqliteWebhookDeliveryRepository implements WebhookDeliveryRepository {
  readonly #selectById: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #selectDue: StatementSync;
  readonly #selectByConversation: StatementSync;
  readonly #deleteOlder: StatementSync;
  readonly #storedResponses: SqliteStoredResponses;
  readonly #deletedConversations: DeletedConversations;
  readonly #ownerDeliveries: ListStatements;
  readonly #appDeliveries: ListStatements;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectById = database.prepare("SELECT key, state FROM webhook_deliveries WHERE id = ?");
    this.#insert = database.prepare(`
      INSERT INTO webhook_deliveries
        (id, owner_id, app_id, user_id, conversation_id, sort_key, created_at, due_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
    this.#replace = database.prepare("UPDATE webhook_deliveries SET due_at = ?, state = ? WHERE key = ?");
    this.#selectDue = database.prepare(`
      SELECT key, state FROM webhook_deliveries INDEXED BY webhook_deliveries_due
      WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?`);
    this.#selectByConversation = database.prepare(`
      SELECT key, state FROM webhook_deliveries INDEXED BY webhook_deliveries_of_conversation
      WHERE user_id = ? AND conversation_id = ?`);
    this.#storedResponses = new SqliteStoredResponses(database);
    this.#deletedConversations = new DeletedConversations(database);
    this.#deleteOlder = database.prepare(`
      DELETE FROM webhook_deliveries WHERE key IN (
        SELECT key FROM webhook_deliveries INDEXED BY webhook_deliveries_made WHERE created_at < ? LIMIT ?)`);
    this.#ownerDeliveries = prepareListStatements(database, "webhook_deliveries", {
      index: "webhook_deliveries_listed",
      condition: "owner_id = ?",
    });
    this.#appDeliveries = prepareListStatements(database, "webhook_deliveries", {
      index: "webhook_deliveries_of_app",
      condition: "owner_id = ? AND app_id = ?",
    });
  }

  insertMissing(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]> {
    return this.database.write(NO_USERS, () => deliveries.filter((delivery) => this.#insertIfAllowed(delivery)));
  }

  get(id: string): Promise<WebhookDelivery | undefined> {
    return this.database.read(() => {
      const row = this.#selectById.get(id) as Row | undefined;
      return row && toWebhookDelivery(row);
    });
  }

  update(id: string, change: (current: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined> {
    return this.database.write(NO_USERS, () => {
      const row = this.#selectById.get(id) as Row | undefined;
      return row && this.#updateRow(row, change);
    });
  }

  list(ownerId: string, filter: WebhookDeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]> {
    const { limit, offset, start } = toPagePosition(page);
    const { values, ...statements } = this.#getListStatements(ownerId, filter);
    return this.database.read(() =>
      (statements.page.all(...values, start, limit, offset) as unknown as Row[]).map(toWebhookDelivery),
    );
  }

  count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number> {
    const { count, values } = this.#getListStatements(ownerId, filter);
    return this.database.read(() => Number(count.get(...values)?.count));
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]> {
    return claimDueRows(this.database, NO_USERS, limit, {
      findDue: (maxRows) => this.#selectDue.all(now.getTime(), maxRows) as unknown as Row[],
      claim: (row) => this.#updateRow(row, (current) => current.claim(now, leaseMs)),
    });
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    await this.database.writeAndErase(NO_USERS, () => this.detachWithinWrite(userId, conversationId, now));
  }

  /** As `detachFromConversation`, inside a write. @returns whether something was removed. */
  detachWithinWrite(userId: string, conversationId: string, now: Date): boolean {
    const rows = this.#selectByConversation.all(userId, conversationId) as unknown as Row[];
    for (const row of rows) {
      const { state } = this.#updateRow(row, (current) => current.removeSessionId());
      this.#storedResponses.forgetObjects(state.ownerId, [state.id], now);
    }
    return rows.length > 0;
  }

  removeOlder(createdBefore: Date, limit: number): Promise<number> {
    return this.database.write(NO_USERS, () => Number(this.#deleteOlder.run(createdBefore.getTime(), limit).changes));
  }

  #insertIfAllowed(delivery: WebhookDelivery): boolean {
    const { userId, conversationId } = delivery.state;
    return !this.#deletedConversations.has(userId, conversationId) && this.insert(delivery);
  }

  /** Call it inside a write. @returns false when the delivery exists already. */
  insert({ sortKey, dueAt, state }: WebhookDelivery): boolean {
    const { id, ownerId, appId, userId, conversationId, createdAt } = state;
    const values = [sortKey, createdAt.getTime(), dueAt?.getTime() ?? null, serializeState(state)];
    return this.#insert.run(id, ownerId, appId, userId, conversationId, ...values).changes === 1;
  }

  #updateRow(row: Row, change: (current: WebhookDelivery) => WebhookDelivery): WebhookDelivery {
    return replaceIfChanged(toWebhookDelivery(row), change, ({ dueAt, state }) =>
      this.#replace.run(dueAt?.getTime() ?? null, serializeState(state), row.key),
    );
  }

  #getListStatements(
    ownerId: string,
    { appId }: WebhookDeliveryFilter,
  ): ListStatements & { readonly values: readonly string[] } {
    return appId === undefined
      ? { ...this.#ownerDeliveries, values: [ownerId] }
      : { ...this.#appDeliveries, values: [ownerId, appId] };
  }
}

function toWebhookDelivery({ state }: Row): WebhookDelivery {
  return WebhookDelivery.restore(deserializeState(state) as WebhookDeliveryState);
}
