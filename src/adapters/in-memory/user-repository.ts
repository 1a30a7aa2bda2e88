import { User, type UserState } from "../../domain/user.js";
import type { UserRepository } from "../../ports/driven/user-repository.js";
import { by, Table } from "./table.js";

export class InMemoryUserRepository implements UserRepository {
  readonly #users = new Table((state: UserState) => User.restore(state));

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

  async list(): Promise<User[]> {
    return this.#users.all().sort(by(({ state }) => state.id));
  }

  async update(id: string, change: (before: User) => User): Promise<User | undefined> {
    return this.#users.update(id, id, change);
  }
}
