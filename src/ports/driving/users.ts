import type { ProfilePatch, User } from "../../domain/user.js";
import type { Call } from "./call.js";

/** Decision 1.8. */
export interface UserUseCases {
  /** Makes the user unless there is one of this id. */
  register(input: { readonly id: string; readonly displayName?: string }): Promise<User>;
  profile(call: Call): Promise<User>;
  /** @throws DomainError `invalid`. */
  updateProfile(call: Call, patch: ProfilePatch): Promise<User>;
  /** Users ordered by ID, at most `limit`. */
  list(page: { readonly limit: number }): Promise<User[]>;
  /** All users ordered by ID, read page by page. */
  listAll(): AsyncIterable<User>;
}
