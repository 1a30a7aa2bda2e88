import type { ProfilePatch, User } from "../../domain/user.js";
import type { Call } from "./call.js";

/** Decision 1.8. */
export interface UserUseCases {
  /** Makes the user unless there is one of this id. */
  register(input: { readonly id: string; readonly displayName?: string }): Promise<User>;
  profile(call: Call): Promise<User>;
  /** @throws DomainError `invalid`. */
  updateProfile(call: Call, patch: ProfilePatch): Promise<User>;
  /** All users, for whoever runs the service. */
  list(): Promise<User[]>;
}
