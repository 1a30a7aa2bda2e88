import { User } from "../../domain/user.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type { UserRepository } from "../../ports/driven/user-repository.js";
import type { IndexDefinition } from "./collections.js";
import { userQueue, type Database } from "./database.js";
import { Documents, type DocumentType } from "./documents.js";

/** All queries use the ID. */
export const userIndexes: readonly IndexDefinition[] = [];

/** How documents of the collection are made. */
export const userType: DocumentType<User> = {
  collection: "users",
  restore: (state) => User.restore(state),
  keyOf: ({ state }) => ({ id: state.id }),
  fieldsOf: () => ({}),
};

export class MongoUserRepository implements UserRepository {
  readonly #users: Documents<User>;

  constructor(database: Database) {
    this.#users = new Documents(database, userType);
  }

  insertOrGet(user: User): Promise<User> {
    const { id } = user.state;
    return this.#users.upsert(userQueue(id), { id }, (existing) => existing ?? user);
  }

  get(id: string): Promise<User | undefined> {
    return this.#users.get({ id });
  }

  list(page: Pick<PageRequest, "limit" | "after">): Promise<User[]> {
    return this.#users.listPage({}, { by: "_id", ...page });
  }

  update(id: string, change: (before: User) => User): Promise<User | undefined> {
    return this.#users.update(userQueue(id), { id }, change);
  }
}
