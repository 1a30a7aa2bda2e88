import type { StatementSync } from "node:sqlite";
import { User, type UserState } from "../../domain/user.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type { UserRepository } from "../../ports/driven/user-repository.js";
import { decode, encode } from "./codec.js";
import type { Database } from "./database.js";

interface Row {
  readonly key: number;
  readonly state: string;
}

function userOf({ state }: Pick<Row, "state">): User {
  return User.restore(decode(state) as UserState);
}

export class SqliteUserRepository implements UserRepository {
  readonly #insert: StatementSync;
  readonly #byId: StatementSync;
  readonly #page: StatementSync;
  readonly #replace: StatementSync;

  constructor(private readonly database: Database) {
    this.#insert = database.prepare("INSERT INTO users (id, state) VALUES (?, ?)");
    this.#byId = database.prepare("SELECT key, state FROM users WHERE id = ?");
    this.#page = database.prepare("SELECT key, state FROM users WHERE id > ? ORDER BY id LIMIT ?");
    this.#replace = database.prepare("UPDATE users SET state = ? WHERE key = ?");
  }

  insertOrGet(user: User): Promise<User> {
    return this.database.write(user.state.id, () => {
      const existing = this.#find(user.state.id);
      if (existing) return userOf(existing);
      this.insert(user);
      return user;
    });
  }

  get(id: string): Promise<User | undefined> {
    return this.database.read(() => {
      const row = this.#find(id);
      return row && userOf(row);
    });
  }

  list({ limit, after = "" }: Pick<PageRequest, "limit" | "after">): Promise<User[]> {
    return this.database.read(() => (this.#page.all(after, limit) as unknown as Row[]).map(userOf));
  }

  update(id: string, change: (before: User) => User): Promise<User | undefined> {
    return this.database.write(id, () => {
      const row = this.#find(id);
      if (!row) return undefined;
      const before = userOf(row);
      const after = change(before);
      if (after !== before) this.#replace.run(encode(after.state), row.key);
      return after;
    });
  }

  /** Call it inside a write. */
  insert({ state }: User): void {
    this.#insert.run(state.id, encode(state));
  }

  #find(id: string): Row | undefined {
    return this.#byId.get(id) as Row | undefined;
  }
}
