import { notFound } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import { User, type ProfilePatch } from "../domain/user.js";
import type { Clock, UserRepository } from "../ports/driven/index.js";
import type { Call, UserUseCases } from "../ports/driving/index.js";

/** How many users are read at once. */
const PAGE_SIZE = 500;

/** All users ordered by ID, read page by page. */
export async function* listAllUsers(users: Pick<UserRepository, "list">): AsyncGenerator<User> {
  let page = await users.list({ limit: PAGE_SIZE });
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield* page;
    page = await users.list({ limit: PAGE_SIZE, after: last.state.id });
  }
}

export class Users implements UserUseCases {
  constructor(
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  async register(input: { readonly id: string; readonly displayName?: string }): Promise<User> {
    return this.users.insertOrGet(User.create({ ...input, now: this.clock.now() }));
  }

  async profile({ userId }: Call): Promise<User> {
    return found(await this.users.get(userId));
  }

  async updateProfile({ userId, keyed }: Call, patch: ProfilePatch): Promise<User> {
    const edit = (user: User) => user.edit(patch);
    return found(await this.users.update(userId, (before) => changeOnce(User, before, keyed?.callId, edit)));
  }

  async list(page: { readonly limit: number }): Promise<User[]> {
    return this.users.list(page);
  }

  listAll(): AsyncIterable<User> {
    return listAllUsers(this.users);
  }
}

function found(user: User | undefined): User {
  if (!user) throw notFound("User");
  return user;
}
