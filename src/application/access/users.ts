import { notFound } from "../../domain/errors.js";
import { applyOnce } from "../../domain/idempotency/idempotency-record.js";
import { User, type ProfilePatch } from "../../domain/user/user.js";
import type { Clock, UserRepository } from "../../ports/driven/index.js";
import type { RequestContext, UserUseCases } from "../../ports/driving/index.js";

/** Number of users per read. */
const PAGE_SIZE = 500;

/** Yields all users ordered by ID, read page by page. */
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

  async getProfile({ userId }: RequestContext): Promise<User> {
    return requireUser(await this.users.get(userId));
  }

  async updateProfile({ userId, idempotency }: RequestContext, patch: ProfilePatch): Promise<User> {
    const edit = (user: User) => user.edit(patch);
    return requireUser(
      await this.users.update(userId, (current) => applyOnce(User, current, idempotency?.idempotencyId, edit)),
    );
  }

  async list(page: { readonly limit: number }): Promise<User[]> {
    return this.users.list(page);
  }

  listAll(): AsyncIterable<User> {
    return listAllUsers(this.users);
  }
}

function requireUser(user: User | undefined): User {
  if (!user) throw notFound("User");
  return user;
}
