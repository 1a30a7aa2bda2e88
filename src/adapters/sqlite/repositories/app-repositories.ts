import type { StatementSync } from "node:sqlite";
import { App, type AppState } from "../../../domain/app/app.js";
import { Installation, type InstallationState } from "../../../domain/app/installation.js";
import { DomainError } from "../../../domain/errors.js";
import type {
  AppRepository,
  InstallationRepository,
  InstalledApp,
} from "../../../ports/driven/store/app-repositories.js";
import type { PageRequest } from "../../../ports/paging.js";
import type { SqliteDatabase } from "../database/database.js";
import { isConstraintError } from "../database/errors.js";
import { ALL_USERS } from "../queries/data-versions.js";
import { prepareListStatements, type ListStatements, toPagePosition } from "../queries/page-query.js";
import { replaceIfChanged } from "../queries/row-updates.js";
import { deserializeState, serializeState } from "../queries/state-codec.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

export class SqliteAppRepository implements AppRepository {
  readonly #insert: StatementSync;
  readonly #selectById: StatementSync;
  readonly #selectOwned: StatementSync;
  readonly #selectByDigest: StatementSync;
  readonly #listStatements: ListStatements;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #insertDigest: StatementSync;
  readonly #deleteDigests: StatementSync;
  readonly #deleteInstallations: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#insert = database.prepare("INSERT INTO apps (owner_id, id, sort_key, state) VALUES (?, ?, ?, ?)");
    this.#selectById = database.prepare("SELECT key, state FROM apps WHERE id = ?");
    this.#selectOwned = database.prepare("SELECT key, state FROM apps WHERE id = ? AND owner_id = ?");
    this.#selectByDigest = database.prepare(`
      SELECT apps.key, apps.state FROM app_secrets CROSS JOIN apps ON apps.key = app_secrets.app
      WHERE app_secrets.digest = ?`);
    this.#listStatements = prepareListStatements(database, "apps", { index: "apps_listed", condition: "owner_id = ?" });
    this.#replace = database.prepare("UPDATE apps SET state = ? WHERE key = ?");
    this.#delete = database.prepare("DELETE FROM apps WHERE key = ?");
    this.#insertDigest = database.prepare("INSERT INTO app_secrets (digest, app) VALUES (?, ?)");
    this.#deleteDigests = database.prepare("DELETE FROM app_secrets WHERE app = ?");
    this.#deleteInstallations = database.prepare("DELETE FROM installations WHERE app = ? RETURNING user_id");
  }

  add(app: App): Promise<void> {
    return this.database.write(app.state.ownerId, () => mapConstraintToConflict(() => this.insert(app)));
  }

  /** Call it inside a write. */
  insert({ state, sortKey }: App): void {
    const { lastInsertRowid } = this.#insert.run(state.ownerId, state.id, sortKey, serializeState(state));
    for (const { digest } of state.secretDigests) this.#insertDigest.run(digest, lastInsertRowid);
  }

  get(id: string): Promise<App | undefined> {
    return this.database.read(() => toOptionalApp(this.#selectById.get(id) as Row | undefined));
  }

  findBySecretDigest(digest: string): Promise<App | undefined> {
    return this.database.read(() => toOptionalApp(this.#selectByDigest.get(digest) as Row | undefined));
  }

  update(ownerId: string, id: string, change: (current: App) => App): Promise<App | undefined> {
    return this.database.write(ownerId, () => {
      const row = this.#selectOwned.get(id, ownerId) as Row | undefined;
      const current = toOptionalApp(row);
      if (!row || !current) return undefined;
      return replaceIfChanged(current, change, ({ state }) => this.#put(row.key, state));
    });
  }

  list(ownerId: string, page: PageRequest): Promise<App[]> {
    const { limit, offset, start } = toPagePosition(page);
    return this.database.read(() =>
      (this.#listStatements.page.all(ownerId, start, limit, offset) as unknown as Row[]).map((row) => toApp(row)),
    );
  }

  count(ownerId: string): Promise<number> {
    return this.database.read(() => Number(this.#listStatements.count.get(ownerId)?.count));
  }

  remove(ownerId: string, id: string): Promise<readonly string[] | undefined> {
    return this.database.writeAndErase(ALL_USERS, () => {
      const row = this.#selectOwned.get(id, ownerId) as Row | undefined;
      if (!row) return undefined;
      this.#deleteDigests.run(row.key);
      const userIds = this.#deleteInstallations.all(row.key).map(({ user_id: userId }) => String(userId));
      this.#delete.run(row.key);
      return userIds;
    });
  }

  #put(key: number, state: AppState): void {
    this.#deleteDigests.run(key);
    mapConstraintToConflict(() => {
      for (const { digest } of state.secretDigests) this.#insertDigest.run(digest, key);
    });
    this.#replace.run(serializeState(state), key);
  }
}

function toOptionalApp(row: Row | undefined): App | undefined {
  return row && toApp(row);
}

function toApp({ state }: Row): App {
  return App.restore(deserializeState(state) as AppState);
}

/** @throws DomainError `conflict` when the app or one of its secrets exists already. */
function mapConstraintToConflict(insert: () => void): void {
  try {
    insert();
  } catch (error) {
    throw isConstraintError(error) ? new DomainError("conflict", "app_exists", "There is such an app already") : error;
  }
}

interface JoinedRow {
  readonly installation: string;
  readonly app: string;
}

export class SqliteInstallationRepository implements InstallationRepository {
  readonly #selectAppKey: StatementSync;
  readonly #selectOne: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #selectInstalledApp: StatementSync;
  readonly #selectByUser: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: SqliteDatabase) {
    this.#selectAppKey = database.prepare("SELECT key FROM apps WHERE id = ?");
    this.#selectOne = database.prepare("SELECT key, state FROM installations WHERE user_id = ? AND app = ?");
    this.#insert = database.prepare("INSERT INTO installations (user_id, app, state) VALUES (?, ?, ?)");
    this.#replace = database.prepare("UPDATE installations SET state = ? WHERE key = ?");
    const columns = "SELECT installations.state AS installation, apps.state AS app";
    this.#selectInstalledApp = database.prepare(`
      ${columns} FROM apps CROSS JOIN installations ON installations.app = apps.key
      WHERE apps.id = ? AND installations.user_id = ?`);
    this.#selectByUser = database.prepare(`
      ${columns} FROM installations CROSS JOIN apps ON apps.key = installations.app
      WHERE installations.user_id = ?`);
    this.#delete = database.prepare(
      "DELETE FROM installations WHERE user_id = ? AND app = (SELECT key FROM apps WHERE id = ?)",
    );
  }

  put(
    userId: string,
    appId: string,
    change: (current: Installation | undefined) => Installation,
  ): Promise<Installation | undefined> {
    return this.database.write(userId, () => {
      const appRow = this.#selectAppKey.get(appId) as Pick<Row, "key"> | undefined;
      if (!appRow) return undefined;
      const row = this.#selectOne.get(userId, appRow.key) as Row | undefined;
      if (row) return this.#updateRow(row, change);
      const installation = change(undefined);
      this.#insert.run(userId, appRow.key, serializeState(installation.state));
      return installation;
    });
  }

  /** Adds an installation of an existing app. Call it inside a write. */
  insert({ state }: Installation): void {
    const { key } = this.#selectAppKey.get(state.appId) as Pick<Row, "key">;
    this.#insert.run(state.userId, key, serializeState(state));
  }

  get(userId: string, appId: string): Promise<InstalledApp | undefined> {
    return this.database.read(() => {
      const row = this.#selectInstalledApp.get(appId, userId) as JoinedRow | undefined;
      return row && toInstalledApp(row);
    });
  }

  update(
    userId: string,
    appId: string,
    change: (current: Installation) => Installation,
  ): Promise<Installation | undefined> {
    return this.database.write(userId, () => {
      const appRow = this.#selectAppKey.get(appId) as Pick<Row, "key"> | undefined;
      const row = appRow && (this.#selectOne.get(userId, appRow.key) as Row | undefined);
      return row && this.#updateRow(row, change);
    });
  }

  findByUser(userId: string): Promise<InstalledApp[]> {
    return this.database.read(() =>
      (this.#selectByUser.all(userId) as unknown as JoinedRow[]).map(toInstalledApp).sort(compareInstalledApps),
    );
  }

  remove(userId: string, appId: string): Promise<boolean> {
    return this.database.writeAndErase(userId, () => this.#delete.run(userId, appId).changes > 0);
  }

  #updateRow(row: Row, change: (current: Installation) => Installation): Installation {
    const current = Installation.restore(deserializeState(row.state) as InstallationState);
    return replaceIfChanged(current, change, ({ state }) => this.#replace.run(serializeState(state), row.key));
  }
}

function toInstalledApp({ installation, app }: JoinedRow): InstalledApp {
  return {
    installation: Installation.restore(deserializeState(installation) as InstallationState),
    app: App.restore(deserializeState(app) as AppState),
  };
}

/** Sorts in memory, without an index, because a user has few installations. */
function compareInstalledApps(a: InstalledApp, b: InstalledApp): number {
  return a.installation.sortKey < b.installation.sortKey ? -1 : 1;
}
