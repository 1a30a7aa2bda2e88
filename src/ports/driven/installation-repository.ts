import type { App } from "../../domain/app.js";
import type { Installation } from "../../domain/installation.js";

/** An installation with its app, read in one snapshot. */
export interface InstalledApp {
  readonly installation: Installation;
  readonly app: App;
}

/** A call that resolves is durable; a call that rejects changes nothing. */
export interface InstallationRepository {
  /**
   * Atomically stores `change(current)`; `current` is undefined when the app is not installed. Concurrent calls are
   * serialized.
   * @param change pure; may be called more than once. When it throws, nothing changes and the call rejects with the error.
   * @returns the stored installation; undefined when there is no such app.
   */
  put(
    userId: string,
    appId: string,
    change: (before: Installation | undefined) => Installation,
  ): Promise<Installation | undefined>;
  get(userId: string, appId: string): Promise<InstalledApp | undefined>;
  /** As `ConversationRepository.update`. */
  update(
    userId: string,
    appId: string,
    change: (before: Installation) => Installation,
  ): Promise<Installation | undefined>;
  /** All installations of the user, including disabled apps, ordered by `sortKey`. Called for every live segment. */
  findByUser(userId: string): Promise<InstalledApp[]>;
  /** @returns whether the installation existed. */
  remove(userId: string, appId: string): Promise<boolean>;
}
