import type { App } from "../../domain/app.js";
import type { Installation } from "../../domain/installation.js";

/** An installation with its app, both as they were at one moment. */
export interface InstalledApp {
  readonly installation: Installation;
  readonly app: App;
}

/** Every call is durable when its promise resolves, and changes nothing when it rejects. */
export interface InstallationRepository {
  /**
   * Puts `change(installation)` in the place of the installation, which is undefined where there is none, atomically:
   * of two at once the second sees the first. `change` must be pure, for it may run more than once; what it throws is
   * thrown. Undefined when there is no such app.
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
  /** All that the user has installed, ordered by `sortKey`; disabled apps too. Asked for at every live segment. */
  installationsOf(userId: string): Promise<InstalledApp[]>;
  /** True when there was something. */
  remove(userId: string, appId: string): Promise<boolean>;
}
