import type { StatementSync } from "node:sqlite";
import { WebhookDelivery, type WebhookDeliveryState } from "../../domain/webhook-delivery.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type {
  WebhookDeliveryFilter,
  WebhookDeliveryRepository,
} from "../../ports/driven/webhook-delivery-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { DeletedConversations } from "./deleted-conversations.js";
import { KeptAnswers } from "./kept-answers.js";
import { listing, type Listing } from "./listing.js";
import { placeOf } from "./place.js";
import { nobody } from "./data-versions.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

/** No list of a user's shows anything of them: none need be read anew when one changes. */
export class SqliteWebhookDeliveryRepository implements WebhookDeliveryRepository {
  readonly #byId: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #due: StatementSync;
  readonly #ofConversation: StatementSync;
  readonly #removeOlder: StatementSync;
  readonly #answers: KeptAnswers;
  readonly #deletedConversations: DeletedConversations;
  readonly #all: Listing;
  readonly #ofApp: Listing;

  constructor(private readonly database: Database) {
    this.#byId = database.prepare("SELECT key, state FROM webhook_deliveries WHERE id = ?");
    this.#insert = database.prepare(`
      INSERT INTO webhook_deliveries
        (id, owner_id, app_id, user_id, conversation_id, sort_key, created_at, due_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`);
    this.#replace = database.prepare("UPDATE webhook_deliveries SET due_at = ?, state = ? WHERE key = ?");
    this.#due = database.prepare(`
      SELECT key, state FROM webhook_deliveries INDEXED BY webhook_deliveries_due
      WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?`);
    this.#ofConversation = database.prepare(`
      SELECT key, state FROM webhook_deliveries INDEXED BY webhook_deliveries_of_conversation
      WHERE user_id = ? AND conversation_id = ?`);
    this.#answers = new KeptAnswers(database);
    this.#deletedConversations = new DeletedConversations(database);
    this.#removeOlder = database.prepare(`
      DELETE FROM webhook_deliveries WHERE key IN (
        SELECT key FROM webhook_deliveries INDEXED BY webhook_deliveries_made WHERE created_at < ? LIMIT ?)`);
    this.#all = listing(database, "webhook_deliveries", { index: "webhook_deliveries_listed", chosen: "owner_id = ?" });
    this.#ofApp = listing(database, "webhook_deliveries", {
      index: "webhook_deliveries_of_app",
      chosen: "owner_id = ? AND app_id = ?",
    });
  }

  insertMissing(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]> {
    return this.database.write(nobody, () => deliveries.filter((delivery) => this.#add(delivery)));
  }

  get(id: string): Promise<WebhookDelivery | undefined> {
    return this.database.read(() => {
      const row = this.#byId.get(id) as Row | undefined;
      return row && deliveryOf(row);
    });
  }

  update(id: string, change: (before: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined> {
    return this.database.write(nobody, () => {
      const row = this.#byId.get(id) as Row | undefined;
      return row && this.#change(row, change);
    });
  }

  list(ownerId: string, filter: WebhookDeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]> {
    const { limit, offset, start } = placeOf(page);
    const { values, ...statements } = this.#listing(ownerId, filter);
    return this.database.read(() =>
      (statements.page.all(...values, start, limit, offset) as unknown as Row[]).map(deliveryOf),
    );
  }

  count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number> {
    const { count, values } = this.#listing(ownerId, filter);
    return this.database.read(() => Number(count.get(...values)?.count));
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]> {
    // Who finds nothing to do must not stand in the way of those who write.
    const isAnyDue = await this.database.read(() => this.#due.get(now.getTime(), 1) !== undefined);
    if (!isAnyDue) return [];
    return this.database.write(nobody, () =>
      (this.#due.all(now.getTime(), limit) as unknown as Row[]).map((row) =>
        this.#change(row, (before) => before.claim(now, leaseMs)),
      ),
    );
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    await this.database.remove(nobody, () => this.detach(userId, conversationId, now));
  }

  /** As `detachFromConversation`, inside a write. @returns whether something was removed. */
  detach(userId: string, conversationId: string, now: Date): boolean {
    const rows = this.#ofConversation.all(userId, conversationId) as unknown as Row[];
    for (const row of rows) {
      const { state } = this.#change(row, (before) => before.forgetSession());
      this.#answers.forget(state.ownerId, [state.id], now);
    }
    return rows.length > 0;
  }

  removeOlder(before: Date, limit: number): Promise<number> {
    return this.database.write(nobody, () => Number(this.#removeOlder.run(before.getTime(), limit).changes));
  }

  #add(delivery: WebhookDelivery): boolean {
    const { userId, conversationId } = delivery.state;
    return !this.#deletedConversations.has(userId, conversationId) && this.insert(delivery);
  }

  /** Call it inside a write. @returns whether it was missing. */
  insert({ sortKey, dueAt, state }: WebhookDelivery): boolean {
    const { id, ownerId, appId, userId, conversationId, createdAt } = state;
    const values = [sortKey, createdAt.getTime(), dueAt?.getTime() ?? null, encode(state)];
    return this.#insert.run(id, ownerId, appId, userId, conversationId, ...values).changes === 1;
  }

  #change(row: Row, change: (before: WebhookDelivery) => WebhookDelivery): WebhookDelivery {
    const before = deliveryOf(row);
    const after = change(before);
    if (after !== before) {
      this.#replace.run(after.dueAt?.getTime() ?? null, encode(after.state), row.key);
    }
    return after;
  }

  #listing(ownerId: string, { appId }: WebhookDeliveryFilter): Listing & { readonly values: readonly string[] } {
    return appId === undefined ? { ...this.#all, values: [ownerId] } : { ...this.#ofApp, values: [ownerId, appId] };
  }
}

function deliveryOf({ state }: Row): WebhookDelivery {
  return WebhookDelivery.restore(decode(state) as WebhookDeliveryState);
}
