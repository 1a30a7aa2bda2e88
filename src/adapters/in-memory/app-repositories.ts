import { App, type AppState } from "../../domain/app/app.js";
import { Installation, type InstallationState } from "../../domain/app/installation.js";
import { DomainError } from "../../domain/errors.js";
import { WebhookDelivery, type WebhookDeliveryState } from "../../domain/webhook/webhook-delivery.js";
import type {
  InstalledApp,
  AppRepository,
  InstallationRepository,
  WebhookDeliveryFilter,
  WebhookDeliveryRepository,
} from "../../ports/driven/store/app-repositories.js";
import type { PageRequest } from "../../ports/paging.js";
import { compareBy, AggregateTable } from "./tables.js";

/** Apps and installations, shared by their repositories because removing an app removes its installations. */
export class AppTables {
  readonly #appStates = new Map<string, AppState>();
  /** By user, then by app. */
  readonly #installationStatesByUser = new Map<string, Map<string, InstallationState>>();

  getApp(id: string): App | undefined {
    const state = this.#appStates.get(id);
    return state && App.restore(structuredClone(state));
  }

  listApps(): App[] {
    return [...this.#appStates.values()].map((state) => App.restore(structuredClone(state)));
  }

  putApp({ state }: App): void {
    this.#appStates.set(state.id, structuredClone(state));
  }

  /** Removes the app with its installations. @returns the users who had installed it. */
  removeApp(id: string): string[] {
    this.#appStates.delete(id);
    return [...this.#installationStatesByUser]
      .filter(([, installations]) => installations.delete(id))
      .map(([userId]) => userId);
  }

  getInstallation(userId: string, appId: string): Installation | undefined {
    const state = this.#installationStatesByUser.get(userId)?.get(appId);
    return state && Installation.restore(structuredClone(state));
  }

  listInstalledApps(userId: string): InstalledApp[] {
    return [...(this.#installationStatesByUser.get(userId)?.keys() ?? [])].flatMap((appId) => {
      const app = this.getApp(appId);
      const installation = this.getInstallation(userId, appId);
      return app && installation ? [{ installation, app }] : [];
    });
  }

  /** Returns the users who have ever had an installation. */
  listUserIds(): string[] {
    return [...this.#installationStatesByUser.keys()];
  }

  putInstallation({ state }: Installation): void {
    const installations = this.#installationStatesByUser.get(state.userId) ?? new Map<string, InstallationState>();
    this.#installationStatesByUser.set(state.userId, installations.set(state.appId, structuredClone(state)));
  }

  /** @returns whether the installation existed. */
  removeInstallation(userId: string, appId: string): boolean {
    return this.#installationStatesByUser.get(userId)?.delete(appId) ?? false;
  }
}

export class InMemoryAppRepository implements AppRepository {
  /** The app of each secret, by the secret's digest. */
  readonly #appIdByDigest = new Map<string, string>();

  constructor(private readonly tables: AppTables) {}

  async add(app: App): Promise<void> {
    if (this.tables.getApp(app.state.id)) throw createAppExistsError();
    this.#put(app);
  }

  async get(id: string): Promise<App | undefined> {
    return this.tables.getApp(id);
  }

  async findBySecretDigest(digest: string): Promise<App | undefined> {
    const id = this.#appIdByDigest.get(digest);
    return id === undefined ? undefined : this.tables.getApp(id);
  }

  /** Whether any app has one of these secrets. */
  isAnySecretTaken({ state }: App): boolean {
    return state.secretDigests.some(({ digest }) => this.#appIdByDigest.has(digest));
  }

  async update(ownerId: string, id: string, change: (current: App) => App): Promise<App | undefined> {
    const current = this.#getOwned(ownerId, id);
    if (!current) return undefined;
    const next = change(current);
    this.#put(next);
    return next;
  }

  async list(ownerId: string, { limit, offset = 0, after = "" }: PageRequest): Promise<App[]> {
    return this.#listOwnedBy(ownerId)
      .sort(compareBy(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(ownerId: string): Promise<number> {
    return this.#listOwnedBy(ownerId).length;
  }

  async remove(ownerId: string, id: string): Promise<readonly string[] | undefined> {
    if (!this.#getOwned(ownerId, id)) return undefined;
    this.#removeDigests(id);
    return this.tables.removeApp(id);
  }

  #put(app: App): void {
    const { id, secretDigests } = app.state;
    if (secretDigests.some(({ digest }) => (this.#appIdByDigest.get(digest) ?? id) !== id))
      throw createAppExistsError();
    this.#removeDigests(id);
    for (const { digest } of secretDigests) this.#appIdByDigest.set(digest, id);
    this.tables.putApp(app);
  }

  #removeDigests(id: string): void {
    for (const { digest } of this.tables.getApp(id)?.state.secretDigests ?? []) this.#appIdByDigest.delete(digest);
  }

  #getOwned(ownerId: string, id: string): App | undefined {
    const app = this.tables.getApp(id);
    return app?.state.ownerId === ownerId ? app : undefined;
  }

  #listOwnedBy(ownerId: string): App[] {
    return this.tables.listApps().filter(({ state }) => state.ownerId === ownerId);
  }
}

function createAppExistsError(): DomainError {
  return new DomainError("conflict", "app_exists", "There is such an app already");
}

export class InMemoryInstallationRepository implements InstallationRepository {
  constructor(private readonly tables: AppTables) {}

  async put(
    userId: string,
    appId: string,
    change: (current: Installation | undefined) => Installation,
  ): Promise<Installation | undefined> {
    if (!this.tables.getApp(appId)) return undefined;
    const next = change(this.tables.getInstallation(userId, appId));
    this.tables.putInstallation(next);
    return next;
  }

  async get(userId: string, appId: string): Promise<InstalledApp | undefined> {
    const installation = this.tables.getInstallation(userId, appId);
    const app = this.tables.getApp(appId);
    return installation && app && { installation, app };
  }

  async update(
    userId: string,
    appId: string,
    change: (current: Installation) => Installation,
  ): Promise<Installation | undefined> {
    const current = this.tables.getInstallation(userId, appId);
    return current && this.put(userId, appId, () => change(current));
  }

  async findByUser(userId: string): Promise<InstalledApp[]> {
    return this.tables.listInstalledApps(userId).sort(compareBy(({ installation }) => installation.sortKey));
  }

  async remove(userId: string, appId: string): Promise<boolean> {
    return this.tables.removeInstallation(userId, appId);
  }
}

/** The key of the table for all owners, because delivery IDs are unique across users. */
const SHARED_OWNER_ID = "";

export class InMemoryWebhookDeliveryRepository implements WebhookDeliveryRepository {
  readonly #deliveryTable = new AggregateTable((state: WebhookDeliveryState) => WebhookDelivery.restore(state));

  /**
   * @param isConversationDeleted whether a conversation is deleted or being deleted.
   * @param forgetStoredResponses removes the stored responses that contain these objects of the user.
   */
  constructor(
    private readonly isConversationDeleted: (userId: string, conversationId: string) => boolean = () => false,
    private readonly forgetStoredResponses: (userId: string, ids: readonly string[], now: Date) => void = () =>
      undefined,
  ) {}

  async insertMissing(deliveries: readonly WebhookDelivery[]): Promise<readonly WebhookDelivery[]> {
    const missing = deliveries.filter(
      ({ state }) =>
        !this.#deliveryTable.has(SHARED_OWNER_ID, state.id) &&
        !this.isConversationDeleted(state.userId, state.conversationId),
    );
    for (const delivery of missing) this.#deliveryTable.put(SHARED_OWNER_ID, delivery);
    return missing;
  }

  async get(id: string): Promise<WebhookDelivery | undefined> {
    return this.#deliveryTable.get(SHARED_OWNER_ID, id);
  }

  async update(
    id: string,
    change: (current: WebhookDelivery) => WebhookDelivery,
  ): Promise<WebhookDelivery | undefined> {
    return this.#deliveryTable.update(SHARED_OWNER_ID, id, change);
  }

  async list(
    ownerId: string,
    filter: WebhookDeliveryFilter,
    { limit, offset = 0, after = "" }: PageRequest,
  ): Promise<WebhookDelivery[]> {
    return this.#findMatching(ownerId, filter)
      .sort(compareBy(({ sortKey }) => sortKey))
      .filter(({ sortKey }) => sortKey > after)
      .slice(offset, offset + limit);
  }

  async count(ownerId: string, filter: WebhookDeliveryFilter): Promise<number> {
    return this.#findMatching(ownerId, filter).length;
  }

  async claimDue(now: Date, leaseMs: number, limit: number): Promise<WebhookDelivery[]> {
    const dueDeliveries = this.#deliveryTable
      .listByUser(SHARED_OWNER_ID)
      .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
      .sort(compareBy(({ dueAt }) => dueAt?.getTime() ?? 0))
      .slice(0, limit)
      .map((delivery) => delivery.claim(now, leaseMs));
    for (const delivery of dueDeliveries) this.#deliveryTable.put(SHARED_OWNER_ID, delivery);
    return dueDeliveries;
  }

  /** Returns the deliveries of the owner's apps. */
  listOwnedBy(ownerId: string): WebhookDelivery[] {
    return this.#deliveryTable.listByUser(SHARED_OWNER_ID).filter(({ state }) => state.ownerId === ownerId);
  }

  has(id: string): boolean {
    return this.#deliveryTable.has(SHARED_OWNER_ID, id);
  }

  listOwnerIds(): string[] {
    return this.#deliveryTable.listByUser(SHARED_OWNER_ID).map(({ state }) => state.ownerId);
  }

  /** Call it only when there is no delivery with this ID. */
  insert(delivery: WebhookDelivery): void {
    this.#deliveryTable.put(SHARED_OWNER_ID, delivery);
  }

  async detachFromConversation(userId: string, conversationId: string, now: Date): Promise<void> {
    for (const delivery of this.#deliveryTable.listByUser(SHARED_OWNER_ID)) {
      const { id, ownerId } = delivery.state;
      if (delivery.state.userId !== userId || delivery.state.conversationId !== conversationId) continue;
      this.#deliveryTable.put(SHARED_OWNER_ID, delivery.removeSessionId());
      this.forgetStoredResponses(ownerId, [id], now);
    }
  }

  async removeOlder(createdBefore: Date, limit: number): Promise<number> {
    const outdated = this.#deliveryTable
      .listByUser(SHARED_OWNER_ID)
      .filter(({ state }) => state.createdAt < createdBefore)
      .slice(0, limit);
    for (const { state } of outdated) this.#deliveryTable.remove(SHARED_OWNER_ID, state.id);
    return outdated.length;
  }

  #findMatching(ownerId: string, { appId }: WebhookDeliveryFilter): WebhookDelivery[] {
    return this.listOwnedBy(ownerId).filter(({ state }) => appId === undefined || state.appId === appId);
  }
}
