import type { User } from "../../domain/user.js";
import type { PageRequest } from "./page-request.js";

export interface UserRepository {
  /** Stores the user, or returns the existing one with the same ID. */
  insertOrGet(user: User): Promise<User>;
  get(id: string): Promise<User | undefined>;
  /** Users ordered by ID, at most `limit`, after the ID `after` if given. */
  list(page: Pick<PageRequest, "limit" | "after">): Promise<User[]>;
  /** As `ConversationRepository.update`. */
  update(id: string, change: (before: User) => User): Promise<User | undefined>;
}
