import type { App, AppPatch, NewApp, NotificationScope } from "../../domain/app/app.js";
import type { WebhookDelivery } from "../../domain/webhook/webhook-delivery.js";
import type { InstalledApp, WebhookDeliveryFilter } from "../driven/store/app-repositories.js";
import type { Page, FilteredListQuery, ListQuery } from "../paging.js";
import type { RequestContext } from "./request-context.js";

/** A new app with its secrets, which no other call returns. */
export interface RegisteredApp {
  readonly app: App;
  readonly secret: string;
  readonly signingSecret: string;
}

/**
 * The apps that a user owns; those of others are not found. All methods throw DomainError: `invalid`, `not_found`,
 * `unavailable`; those that return a secret throw `conflict` when they are repeated.
 */
export interface AppUseCases {
  register(context: RequestContext, input: NewApp): Promise<RegisteredApp>;
  /** Newest first. */
  list(context: RequestContext, query: ListQuery): Promise<Page<App>>;
  get(context: RequestContext, id: string): Promise<App>;
  update(context: RequestContext, id: string, patch: AppPatch): Promise<App>;
  /** Replaces the secret; the previous one stays valid for a day. */
  rotateSecret(context: RequestContext, id: string): Promise<Pick<RegisteredApp, "app" | "secret">>;
  /** Replaces the signing secret; the previous one also signs for a day. */
  rotateSigningSecret(context: RequestContext, id: string): Promise<Pick<RegisteredApp, "app" | "signingSecret">>;
  disable(context: RequestContext, id: string): Promise<App>;
  enable(context: RequestContext, id: string): Promise<App>;
  /** Deletes the app and its installations. */
  delete(context: RequestContext, id: string): Promise<void>;
}

/**
 * The apps that a user has installed, of any owner (decision 9.8). All methods throw DomainError: `invalid` for a scope
 * that the app does not request, `not_found`, `unavailable`.
 */
export interface InstallationUseCases {
  /**
   * Installs the app; an existing installation stays.
   * @param scopes all granted scopes; null for none, or for the present ones of an existing installation.
   * @throws DomainError `conflict` when the user has `MAX_INSTALLATIONS` apps.
   */
  install(context: RequestContext, appId: string, scopes: readonly NotificationScope[] | null): Promise<InstalledApp>;
  /** Newest first. */
  list(context: RequestContext): Promise<readonly InstalledApp[]>;
  get(context: RequestContext, appId: string): Promise<InstalledApp>;
  /** Replaces all granted scopes with immediate effect. */
  grant(context: RequestContext, appId: string, scopes: readonly NotificationScope[]): Promise<InstalledApp>;
  uninstall(context: RequestContext, appId: string): Promise<void>;
}

/**
 * The webhook deliveries of the apps that a user owns; those of others are not found. All methods throw DomainError:
 * `not_found`, `unavailable`.
 */
export interface WebhookDeliveryUseCases {
  /** Newest first. */
  list(context: RequestContext, query: FilteredListQuery<WebhookDeliveryFilter>): Promise<Page<WebhookDelivery>>;
  get(context: RequestContext, id: string): Promise<WebhookDelivery>;
  /**
   * Sends the delivery again, with the same ID.
   * @throws DomainError `not_found` also when the conversation was deleted.
   */
  replay(context: RequestContext, id: string): Promise<WebhookDelivery>;
}
