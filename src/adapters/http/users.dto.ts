import { displayName } from "../../domain/limits.js";
import { text } from "../../domain/rules.js";
import type { ProfilePatch, User } from "../../domain/user.js";
import { Component, Field, type Plain } from "./field.js";
import { nullable } from "./wire-rules.js";

/** Decision 1.8. */
@Component("UpdateUserProfile")
export class UpdateProfile {
  @Field(nullable(displayName), { optional: true }) display_name?: string | null;
  @Field(nullable(text()), { optional: true, description: "An IANA time zone, such as `Europe/Berlin`." })
  time_zone?: string | null;
}

@Component("UserProfile")
export class ProfileBody {
  @Field(text()) id!: string;
  @Field(text()) display_name!: string;
  @Field(text()) time_zone!: string;
}

export function profilePatch({ display_name, time_zone }: UpdateProfile): ProfilePatch {
  return {
    ...(display_name === undefined ? {} : { displayName: display_name }),
    ...(time_zone === undefined ? {} : { timeZone: time_zone }),
  };
}

export function profileBody({ state }: User): Plain<ProfileBody> {
  return { id: state.id, display_name: state.displayName, time_zone: state.timeZone };
}
