import type { User } from "../../domain/user.js";

export interface UserRepository {
  /** Stores the user, or returns the existing one with the same ID. */
  insertOrGet(user: User): Promise<User>;
  get(id: string): Promise<User | undefined>;
  /** All users, by id. */
  list(): Promise<User[]>;
  /** As `ConversationRepository.update`. */
  update(id: string, change: (before: User) => User): Promise<User | undefined>;
}
