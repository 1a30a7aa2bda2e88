import type { App } from "../../../domain/app/app.js";
import type { Installation } from "../../../domain/app/installation.js";
import { DomainError } from "../../../domain/errors.js";
import type { WebhookDelivery } from "../../../domain/webhook/webhook-delivery.js";
import type {
  AppRepository,
  InstallationRepository,
  InstalledApp,
  WebhookDeliveryFilter,
  WebhookDeliveryRepository,
} from "../../../ports/driven/store/app-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import { getUserQueueKey, type MongoDatabase } from "../database/database.js";
import { deleteBatch } from "../database/single-writes.js";
import type { MongoTransaction } from "../database/write-queue.js";
import { AppDocuments, InstallationDocuments, WebhookDeliveryDocuments } from "../documents/app-documents.js";
import { ConversationDocuments } from "../documents/conversation-documents.js";
import { keyFilter, type StoredDocument } from "../documents/documents.js";
import { RevisionCounters } from "../documents/revision-counters.js";

export class MongoAppRepository implements AppRepository {
  readonly #apps: AppDocuments;
  readonly #installations: InstallationDocuments;

  constructor(private readonly database: MongoDatabase) {
    this.#apps = new AppDocuments(database);
    this.#installations = new InstallationDocuments(database);
  }

  add(app: App): Promise<void> {
    const { ownerId, id } = app.state;
    return this.database.write(getUserQueueKey(ownerId), async (transaction) => {
      if (await this.#apps.find({ id }, transaction)) throw appExistsError();
      await this.#assertSecretsUnused(app, transaction);
      await this.#apps.insert(app, transaction);
    });
  }

  get(id: string): Promise<App | undefined> {
    return this.#apps.get({ id });
  }

  async findBySecretDigest(digest: string): Promise<App | undefined> {
    return (await this.#apps.findAll({ secrets: digest }))[0]?.aggregate;
  }

  update(ownerId: string, id: string, change: (current: App) => App): Promise<App | undefined> {
    return this.database.write(getUserQueueKey(ownerId), async (transaction) => {
      const row = await this.#apps.find({ id }, transaction);
      if (row?.aggregate.state.ownerId !== ownerId) return undefined;
      const next = change(row.aggregate);
      if (next === row.aggregate) return next;
      await this.#assertSecretsUnused(next, transaction);
      await this.#apps.replace(row, next, transaction);
      return next;
    });
  }

  list(ownerId: string, page: PageRequest): Promise<App[]> {
    return this.#apps.listPage({ owner: ownerId }, { orderBy: "key", ...page });
  }

  count(ownerId: string): Promise<number> {
    return this.#apps.count({ owner: ownerId });
  }

  remove(ownerId: string, id: string): Promise<readonly string[] | undefined> {
    return this.database.write(getUserQueueKey(ownerId), async (transaction) => {
      const row = await this.#apps.find({ id }, transaction);
      if (row?.aggregate.state.ownerId !== ownerId) return undefined;
      await this.#apps.remove({ id }, transaction);
      return this.#installations.removeByApp(id, transaction);
    });
  }

  /** The unique index detects a secret that a concurrent transaction stores. */
  async #assertSecretsUnused({ state }: App, transaction: MongoTransaction): Promise<void> {
    const secrets = state.secretDigests.map(({ digest }) => digest);
    const owners = await this.#apps.findAll({ secrets: { $in: secrets } }, {}, transaction);
    if (owners.some(({ document }) => document.id !== state.id)) throw appExistsError();
  }
}

function appExistsError(): DomainError {
  return new DomainError("conflict", "app_exists", "There is such an app already");
}

interface JoinedDocument extends StoredDocument {
  /** The app, unless it was removed. */
  readonly app: readonly StoredDocument[];
}

export class MongoInstallationRepository implements InstallationRepository {
  readonly #installations: InstallationDocuments;
  readonly #apps: AppDocuments;

  constructor(private readonly database: MongoDatabase) {
    this.#installations = new InstallationDocuments(database);
    this.#apps = new AppDocuments(database);
  }

  put(
    userId: string,
    appId: string,
    change: (current: Installation | undefined) => Installation,
  ): Promise<Installation | undefined> {
    return this.database.write(getUserQueueKey(userId), async (transaction) => {
      const row = await this.#installations.find({ user: userId, id: appId }, transaction);
      if (!row && !(await this.#apps.find({ id: appId }, transaction))) return undefined;
      const next = change(row?.aggregate);
      if (!row) {
        await this.#apps.lock(appId, transaction);
        await this.#installations.insert(next, transaction);
      } else if (next !== row.aggregate) await this.#installations.replace(row, next, transaction);
      return next;
    });
  }

  async get(userId: string, appId: string): Promise<InstalledApp | undefined> {
    return (await this.#findInstalledApps(keyFilter({ user: userId, id: appId })))[0];
  }

  update(
    userId: string,
    appId: string,
    change: (current: Installation) => Installation,
  ): Promise<Installation | undefined> {
    return this.#installations.update(getUserQueueKey(userId), { user: userId, id: appId }, change);
  }

  findByUser(userId: string): Promise<InstalledApp[]> {
    return this.#findInstalledApps({ user: userId });
  }

  remove(userId: string, appId: string): Promise<boolean> {
    return this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#installations.remove({ user: userId, id: appId }, transaction),
    );
  }

  async #findInstalledApps(filter: { readonly user: string } | { readonly _id: string }): Promise<InstalledApp[]> {
    const documents = await this.database.run(() =>
      this.#installations.collection
        .aggregate<JoinedDocument>(
          [
            { $match: filter },
            { $sort: { key: 1 } },
            { $lookup: { from: "apps", localField: "id", foreignField: "_id", as: "app" } },
          ],
          { readConcern: { level: "snapshot" } },
        )
        .toArray(),
    );
    return documents.flatMap((document) => {
      const installation = this.#installations.toRow(document)?.aggregate;
      const app = document.app[0] && this.#apps.toRow(document.app[0])?.aggregate;
      return installation && app ? [{ installation, app }] : [];
    });
  }
}

export class MongoWebhookDeliveryRepository implements WebhookDeliveryRepository {
  readonly #deliveries: WebhookDeliveryDocuments;
  readonly #conversations: ConversationDocuments;
  readonly #revisionCounters: RevisionCounters;

  constructor(private readonly database: MongoDatabase) {
    this.#deliveries = new WebhookDeliveryDocuments(database);
    this.#conversations = new ConversationDocuments(database);
    this.#revisionCounters = new RevisionCounters(database);
  }

  async insertMissing(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]> {
    const [first] = deliveries;
    if (!first) return [];
    return this.database.write(getUserQueueKey(first.state.userId), async (transaction) => {
      const missing = await this.#findMissing(deliveries, transaction);
      // A concurrent deletion of the conversation writes the same counter document and conflicts with this transaction.
      for (const userId of new Set(missing.map(({ state }) => state.userId))) {
        await this.#revisionCounters.lock(userId, transaction);
      }
      const inserted = await this.#selectWithLiveConversation(missing, transaction);
      await this.#deliveries.insertMany(inserted, transaction);
      return inserted;
    });
  }

  get(id: string): Promise<WebhookDelivery | undefined> {
    return this.#deliveries.get({ id });
  }

  update(id: string, change: (current: WebhookDelivery) => WebhookDelivery): Promise<WebhookDelivery | undefined> {
    return this.#deliveries.update(`webhook delivery ${id}`, { id }, change);
  }

  list(ownerId: string, filter: WebhookDeliveryFilter, page: PageRequest): Promise<WebhookDelivery[]> {
    return this.#deliveries.listPage(buildFilter(ownerId, filter), { orderBy: "key", ...page });
  }

  count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number> {
    return this.#deliveries.count(buildFilter(ownerId, filter));
  }

  claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]> {
    return this.#deliveries.claim("due", now, limit, (delivery) => delivery.claim(now, leaseMs));
  }

  detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    return this.database.write(getUserQueueKey(userId), (transaction) =>
      this.#deliveries.detachFromConversation(userId, conversationId, now, transaction),
    );
  }

  removeOlder(before: Date, limit: number): Promise<number> {
    return this.database.run(() => deleteBatch(this.#deliveries.collection, { createdAt: { $lt: before } }, limit));
  }

  /** Returns the first delivery of each ID that is not stored. */
  async #findMissing(
    deliveries: readonly WebhookDelivery[],
    transaction: MongoTransaction,
  ): Promise<readonly WebhookDelivery[]> {
    const byId = new Map<string, WebhookDelivery>();
    for (const delivery of deliveries) if (!byId.has(delivery.state.id)) byId.set(delivery.state.id, delivery);
    const stored = await this.#deliveries.findDocuments({ _id: { $in: [...byId.keys()] } }, {}, transaction);
    for (const { id } of stored) byId.delete(id);
    return [...byId.values()];
  }

  /** Selects deliveries whose conversation is neither deleted nor being deleted. */
  async #selectWithLiveConversation(
    deliveries: readonly WebhookDelivery[],
    transaction: MongoTransaction,
  ): Promise<readonly WebhookDelivery[]> {
    const byConversation = Map.groupBy(deliveries, ({ state }) => JSON.stringify([state.userId, state.conversationId]));
    const selected: WebhookDelivery[] = [];
    for (const group of byConversation.values()) {
      const [{ state }] = group as [WebhookDelivery];
      if (!(await this.#conversations.isGone(state.userId, state.conversationId, transaction))) selected.push(...group);
    }
    return selected;
  }
}

function buildFilter(ownerId: string, { appId }: WebhookDeliveryFilter): Record<string, unknown> {
  return { owner: ownerId, ...(appId === undefined ? {} : { app: appId }) };
}
