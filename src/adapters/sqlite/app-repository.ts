import type { StatementSync } from "node:sqlite";
import { App, type AppState } from "../../domain/app.js";
import { DomainError } from "../../domain/errors.js";
import type { AppRepository } from "../../ports/driven/app-repository.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";
import { listing, type Listing } from "./listing.js";
import { isConstraint } from "./errors.js";
import { placeOf } from "./place.js";
import { everybody } from "./data-versions.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

export class SqliteAppRepository implements AppRepository {
  readonly #insert: StatementSync;
  readonly #byId: StatementSync;
  readonly #owned: StatementSync;
  readonly #byDigest: StatementSync;
  readonly #listing: Listing;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;
  readonly #insertDigest: StatementSync;
  readonly #deleteDigests: StatementSync;
  readonly #deleteInstallations: StatementSync;

  constructor(private readonly database: Database) {
    this.#insert = database.prepare("INSERT INTO apps (owner_id, id, sort_key, state) VALUES (?, ?, ?, ?)");
    this.#byId = database.prepare("SELECT key, state FROM apps WHERE id = ?");
    this.#owned = database.prepare("SELECT key, state FROM apps WHERE id = ? AND owner_id = ?");
    this.#byDigest = database.prepare(`
      SELECT apps.key, apps.state FROM app_secrets CROSS JOIN apps ON apps.key = app_secrets.app
      WHERE app_secrets.digest = ?`);
    this.#listing = listing(database, "apps", { index: "apps_listed", chosen: "owner_id = ?" });
    this.#replace = database.prepare("UPDATE apps SET state = ? WHERE key = ?");
    this.#delete = database.prepare("DELETE FROM apps WHERE key = ?");
    this.#insertDigest = database.prepare("INSERT INTO app_secrets (digest, app) VALUES (?, ?)");
    this.#deleteDigests = database.prepare("DELETE FROM app_secrets WHERE app = ?");
    this.#deleteInstallations = database.prepare("DELETE FROM installations WHERE app = ? RETURNING user_id");
  }

  add(app: App): Promise<void> {
    return this.database.write(app.state.ownerId, () => uniquely(() => this.insert(app)));
  }

  /** Call it inside a write. */
  insert({ state, sortKey }: App): void {
    const { lastInsertRowid } = this.#insert.run(state.ownerId, state.id, sortKey, encode(state));
    for (const { digest } of state.secretDigests) this.#insertDigest.run(digest, lastInsertRowid);
  }

  get(id: string): Promise<App | undefined> {
    return this.database.read(() => appOf(this.#byId.get(id) as Row | undefined));
  }

  findBySecretDigest(digest: string): Promise<App | undefined> {
    return this.database.read(() => appOf(this.#byDigest.get(digest) as Row | undefined));
  }

  update(ownerId: string, id: string, change: (before: App) => App): Promise<App | undefined> {
    return this.database.write(ownerId, () => {
      const row = this.#owned.get(id, ownerId) as Row | undefined;
      const before = appOf(row);
      if (!row || !before) return undefined;
      const after = change(before);
      if (after !== before) this.#put(row.key, after.state);
      return after;
    });
  }

  list(ownerId: string, page: PageRequest): Promise<App[]> {
    const { limit, offset, start } = placeOf(page);
    return this.database.read(() =>
      (this.#listing.page.all(ownerId, start, limit, offset) as unknown as Row[]).map((row) => restored(row)),
    );
  }

  count(ownerId: string): Promise<number> {
    return this.database.read(() => Number(this.#listing.count.get(ownerId)?.count));
  }

  remove(ownerId: string, id: string): Promise<readonly string[] | undefined> {
    return this.database.remove(everybody, () => {
      const row = this.#owned.get(id, ownerId) as Row | undefined;
      if (!row) return undefined;
      this.#deleteDigests.run(row.key);
      const users = this.#deleteInstallations.all(row.key).map(({ user_id: userId }) => String(userId));
      this.#delete.run(row.key);
      return users;
    });
  }

  #put(key: number, state: AppState): void {
    this.#deleteDigests.run(key);
    uniquely(() => {
      for (const { digest } of state.secretDigests) this.#insertDigest.run(digest, key);
    });
    this.#replace.run(encode(state), key);
  }
}

function appOf(row: Row | undefined): App | undefined {
  return row && restored(row);
}

function restored({ state }: Row): App {
  return App.restore(decode(state) as AppState);
}

/** @throws DomainError `conflict` where the same is there already. */
function uniquely(insert: () => void): void {
  try {
    insert();
  } catch (error) {
    throw isConstraint(error) ? new DomainError("conflict", "app_exists", "There is such an app already") : error;
  }
}
