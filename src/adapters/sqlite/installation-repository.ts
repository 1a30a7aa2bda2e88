import type { StatementSync } from "node:sqlite";
import { App, type AppState } from "../../domain/app.js";
import { Installation, type InstallationState } from "../../domain/installation.js";
import type { InstallationRepository, InstalledApp } from "../../ports/driven/installation-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

interface JoinedRow {
  readonly installation: string;
  readonly app: string;
}

export class SqliteInstallationRepository implements InstallationRepository {
  readonly #appKey: StatementSync;
  readonly #one: StatementSync;
  readonly #insert: StatementSync;
  readonly #replace: StatementSync;
  readonly #joined: StatementSync;
  readonly #all: StatementSync;
  readonly #delete: StatementSync;

  constructor(private readonly database: Database) {
    this.#appKey = database.prepare("SELECT key FROM apps WHERE id = ?");
    this.#one = database.prepare("SELECT key, state FROM installations WHERE user_id = ? AND app = ?");
    this.#insert = database.prepare("INSERT INTO installations (user_id, app, state) VALUES (?, ?, ?)");
    this.#replace = database.prepare("UPDATE installations SET state = ? WHERE key = ?");
    const columns = "SELECT installations.state AS installation, apps.state AS app";
    this.#joined = database.prepare(`
      ${columns} FROM apps CROSS JOIN installations ON installations.app = apps.key
      WHERE apps.id = ? AND installations.user_id = ?`);
    this.#all = database.prepare(`
      ${columns} FROM installations CROSS JOIN apps ON apps.key = installations.app
      WHERE installations.user_id = ?`);
    this.#delete = database.prepare(
      "DELETE FROM installations WHERE user_id = ? AND app = (SELECT key FROM apps WHERE id = ?)",
    );
  }

  put(
    userId: string,
    appId: string,
    change: (before: Installation | undefined) => Installation,
  ): Promise<Installation | undefined> {
    return this.database.write(userId, () => {
      const app = this.#appKey.get(appId) as Pick<Row, "key"> | undefined;
      if (!app) return undefined;
      const row = this.#one.get(userId, app.key) as Row | undefined;
      if (row) return this.#change(row, change);
      const installation = change(undefined);
      this.#insert.run(userId, app.key, encode(installation.state));
      return installation;
    });
  }

  /** Adds an installation of an app that is there. Call it inside a write. */
  insert({ state }: Installation): void {
    const { key } = this.#appKey.get(state.appId) as Pick<Row, "key">;
    this.#insert.run(state.userId, key, encode(state));
  }

  get(userId: string, appId: string): Promise<InstalledApp | undefined> {
    return this.database.read(() => {
      const row = this.#joined.get(appId, userId) as JoinedRow | undefined;
      return row && installedAppOf(row);
    });
  }

  update(
    userId: string,
    appId: string,
    change: (before: Installation) => Installation,
  ): Promise<Installation | undefined> {
    return this.database.write(userId, () => {
      const app = this.#appKey.get(appId) as Pick<Row, "key"> | undefined;
      const row = app && (this.#one.get(userId, app.key) as Row | undefined);
      return row && this.#change(row, change);
    });
  }

  findByUser(userId: string): Promise<InstalledApp[]> {
    return this.database.read(() =>
      (this.#all.all(userId) as unknown as JoinedRow[]).map(installedAppOf).sort(newestFirst),
    );
  }

  remove(userId: string, appId: string): Promise<boolean> {
    return this.database.remove(userId, () => this.#delete.run(userId, appId).changes > 0);
  }

  #change(row: Row, change: (before: Installation) => Installation): Installation {
    const before = Installation.restore(decode(row.state) as InstallationState);
    const after = change(before);
    if (after !== before) this.#replace.run(encode(after.state), row.key);
    return after;
  }
}

function installedAppOf({ installation, app }: JoinedRow): InstalledApp {
  return {
    installation: Installation.restore(decode(installation) as InstallationState),
    app: App.restore(decode(app) as AppState),
  };
}

/** There are few of them: no index is kept for their order. */
function newestFirst(a: InstalledApp, b: InstalledApp): number {
  return a.installation.sortKey < b.installation.sortKey ? -1 : 1;
}
