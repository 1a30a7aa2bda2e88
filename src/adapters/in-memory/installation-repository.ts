import type { Installation } from "../../domain/installation.js";
import type { InstallationRepository, InstalledApp } from "../../ports/driven/installation-repository.js";
import type { AppShelf } from "./app-shelf.js";
import { by } from "./table.js";

export class InMemoryInstallationRepository implements InstallationRepository {
  constructor(private readonly shelf: AppShelf) {}

  async put(
    userId: string,
    appId: string,
    change: (before: Installation | undefined) => Installation,
  ): Promise<Installation | undefined> {
    if (!this.shelf.app(appId)) return undefined;
    const after = change(this.shelf.installation(userId, appId));
    this.shelf.putInstallation(after);
    return after;
  }

  async get(userId: string, appId: string): Promise<InstalledApp | undefined> {
    const installation = this.shelf.installation(userId, appId);
    const app = this.shelf.app(appId);
    return installation && app && { installation, app };
  }

  async update(
    userId: string,
    appId: string,
    change: (before: Installation) => Installation,
  ): Promise<Installation | undefined> {
    const before = this.shelf.installation(userId, appId);
    return before && this.put(userId, appId, () => change(before));
  }

  async findByUser(userId: string): Promise<InstalledApp[]> {
    return this.shelf.installed(userId).sort(by(({ installation }) => installation.sortKey));
  }

  async remove(userId: string, appId: string): Promise<boolean> {
    return this.shelf.removeInstallation(userId, appId);
  }
}
