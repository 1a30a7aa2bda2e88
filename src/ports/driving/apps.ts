import type { App, AppPatch, NewApp } from "../../domain/app.js";
import type { PageRequest } from "../driven/page-request.js";
import type { Call } from "./call.js";
import type { Page } from "./page.js";

export interface ListApps {
  readonly page: PageRequest;
  readonly withTotal: boolean;
}

/** The only time that they are to be had. */
export interface RegisteredApp {
  readonly app: App;
  readonly secret: string;
  readonly signingSecret: string;
}

/**
 * What a user does with the apps that they own; another's is not found. Decision 9.8. All throw DomainError: `invalid`,
 * `not_found`, `unavailable`; those that tell a secret `conflict` when they are repeated.
 */
export interface AppUseCases {
  register(call: Call, input: NewApp): Promise<RegisteredApp>;
  /** Newest first. */
  list(call: Call, query: ListApps): Promise<Page<App>>;
  get(call: Call, id: string): Promise<App>;
  update(call: Call, id: string, patch: AppPatch): Promise<App>;
  /** The secret before it stays valid for a day. */
  rotateSecret(call: Call, id: string): Promise<Pick<RegisteredApp, "app" | "secret">>;
  /** The one before it signs beside it for a day. */
  rotateSigningSecret(call: Call, id: string): Promise<Pick<RegisteredApp, "app" | "signingSecret">>;
  disable(call: Call, id: string): Promise<App>;
  enable(call: Call, id: string): Promise<App>;
  /** With it go its installations. */
  delete(call: Call, id: string): Promise<void>;
}
