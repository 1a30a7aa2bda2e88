import { User, type UserState } from "../../domain/user.js";
import type { PageRequest } from "../../ports/driven/page-request.js";
import type { UserRepository } from "../../ports/driven/user-repository.js";
import { by, Table } from "./table.js";

export class InMemoryUserRepository implements UserRepository {
  readonly #users = new Table((state: UserState) => User.restore(state));

  /** What is stored, for the archive. */
  get table(): Table<UserState, User> {
    return this.#users;
  }

  async insertOrGet(user: User): Promise<User> {
    const { id } = user.state;
    const existing = this.#users.get(id, id);
    if (existing) return existing;
    this.#users.put(id, user);
    return user;
  }

  async get(id: string): Promise<User | undefined> {
    return this.#users.get(id, id);
  }

  async list({ limit, after = "" }: Pick<PageRequest, "limit" | "after">): Promise<User[]> {
    return this.all()
      .filter(({ state }) => state.id > after)
      .sort(by(({ state }) => state.id))
      .slice(0, limit);
  }

  all(): User[] {
    return this.#users.all();
  }

  async update(id: string, change: (before: User) => User): Promise<User | undefined> {
    return this.#users.update(id, id, change);
  }
}
