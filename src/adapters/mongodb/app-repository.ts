import type { App } from "../../domain/app.js";
import { DomainError } from "../../domain/errors.js";
import type { AppRepository } from "../../ports/driven/app-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { AppDocuments } from "./app-documents.js";
import { userQueue, type Database } from "./database.js";
import { InstallationDocuments } from "./installation-documents.js";
import type { Transaction } from "./write-queue.js";

export class MongoAppRepository implements AppRepository {
  readonly #apps: AppDocuments;
  readonly #installations: InstallationDocuments;

  constructor(private readonly database: Database) {
    this.#apps = new AppDocuments(database);
    this.#installations = new InstallationDocuments(database);
  }

  add(app: App): Promise<void> {
    const { ownerId, id } = app.state;
    return this.database.write(userQueue(ownerId), async (transaction) => {
      if (await this.#apps.find({ id }, transaction)) throw appExists();
      await this.#requireUnknownSecrets(app, transaction);
      await this.#apps.insert(app, transaction);
    });
  }

  get(id: string): Promise<App | undefined> {
    return this.#apps.get({ id });
  }

  async findBySecretDigest(digest: string): Promise<App | undefined> {
    return (await this.#apps.findAll({ secrets: digest }))[0]?.aggregate;
  }

  update(ownerId: string, id: string, change: (before: App) => App): Promise<App | undefined> {
    return this.database.write(userQueue(ownerId), async (transaction) => {
      const row = await this.#apps.find({ id }, transaction);
      if (row?.aggregate.state.ownerId !== ownerId) return undefined;
      const next = change(row.aggregate);
      if (next === row.aggregate) return next;
      await this.#requireUnknownSecrets(next, transaction);
      await this.#apps.replace(row, next, transaction);
      return next;
    });
  }

  list(ownerId: string, page: PageRequest): Promise<App[]> {
    return this.#apps.listPage({ owner: ownerId }, { by: "key", ...page });
  }

  count(ownerId: string): Promise<number> {
    return this.#apps.count({ owner: ownerId });
  }

  remove(ownerId: string, id: string): Promise<readonly string[] | undefined> {
    return this.database.write(userQueue(ownerId), async (transaction) => {
      const row = await this.#apps.find({ id }, transaction);
      if (row?.aggregate.state.ownerId !== ownerId) return undefined;
      await this.#apps.remove({ id }, transaction);
      return this.#installations.removeByApp(id, transaction);
    });
  }

  /** Secrets that another transaction stores meanwhile are found by the unique index. */
  async #requireUnknownSecrets({ state }: App, transaction: Transaction): Promise<void> {
    const secrets = state.secretDigests.map(({ digest }) => digest);
    const known = await this.#apps.findAll({ secrets: { $in: secrets } }, {}, transaction);
    if (known.some(({ document }) => document.id !== state.id)) throw appExists();
  }
}

function appExists(): DomainError {
  return new DomainError("conflict", "app_exists", "There is such an app already");
}
