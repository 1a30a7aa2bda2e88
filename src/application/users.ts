import { notFound } from "../domain/errors.js";
import { changeOnce } from "../domain/keyed-changes.js";
import { User, type ProfilePatch } from "../domain/user.js";
import type { Clock, UserRepository } from "../ports/driven/index.js";
import type { Call, UserUseCases } from "../ports/driving/index.js";

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

  async list(): Promise<User[]> {
    return this.users.list();
  }
}

function found(user: User | undefined): User {
  if (!user) throw notFound("User");
  return user;
}
