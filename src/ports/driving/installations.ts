import type { NotificationScope } from "../../domain/notification-scope.js";
import type { InstalledApp } from "../driven/installation-repository.js";
import type { Call } from "./call.js";

/**
 * What a user lets apps do, whoever owns them. Decision 9.8. All throw DomainError: `invalid` for a scope that the app
 * does not ask for, `not_found`, `unavailable`.
 */
export interface InstallationUseCases {
  /**
   * Installed already, it stays so.
   * @param scopes all that is granted; null for none, or for what is granted already.
   * @throws DomainError `conflict` when the user has as many as there may be.
   */
  install(call: Call, appId: string, scopes: readonly NotificationScope[] | null): Promise<InstalledApp>;
  /** Newest first. */
  list(call: Call): Promise<readonly InstalledApp[]>;
  get(call: Call, appId: string): Promise<InstalledApp>;
  /** Puts these in the place of all that was granted, at once. */
  grant(call: Call, appId: string, scopes: readonly NotificationScope[]): Promise<InstalledApp>;
  uninstall(call: Call, appId: string): Promise<void>;
}
