import type { Installation } from "../../domain/installation.js";
import type { InstallationRepository, InstalledApp } from "../../ports/driven/installation-repository.js";
import { AppDocuments } from "./app-documents.js";
import { userQueue, type Database } from "./database.js";
import { keyFilter, type StoredDocument } from "./documents.js";
import { InstallationDocuments } from "./installation-documents.js";

interface JoinedDocument extends StoredDocument {
  /** The app, unless it was removed. */
  readonly app: readonly StoredDocument[];
}

export class MongoInstallationRepository implements InstallationRepository {
  readonly #installations: InstallationDocuments;
  readonly #apps: AppDocuments;

  constructor(private readonly database: Database) {
    this.#installations = new InstallationDocuments(database);
    this.#apps = new AppDocuments(database);
  }

  put(
    userId: string,
    appId: string,
    change: (before: Installation | undefined) => Installation,
  ): Promise<Installation | undefined> {
    return this.database.write(userQueue(userId), async (transaction) => {
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
    change: (before: Installation) => Installation,
  ): Promise<Installation | undefined> {
    return this.#installations.update(userQueue(userId), { user: userId, id: appId }, change);
  }

  findByUser(userId: string): Promise<InstalledApp[]> {
    return this.#findInstalledApps({ user: userId });
  }

  remove(userId: string, appId: string): Promise<boolean> {
    return this.database.write(userQueue(userId), (transaction) =>
      this.#installations.remove({ user: userId, id: appId }, transaction),
    );
  }

  async #findInstalledApps(filter: { readonly user: string } | { readonly _id: string }): Promise<InstalledApp[]> {
    const found = await this.database.read(() =>
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
    return found.flatMap((document) => {
      const installation = this.#installations.rowOf(document)?.aggregate;
      const app = document.app[0] && this.#apps.rowOf(document.app[0])?.aggregate;
      return installation && app ? [{ installation, app }] : [];
    });
  }
}
