import { displayName } from "../../../../domain/limits.js";
import { text } from "../../../../domain/rules.js";
import type { ProfilePatch, User } from "../../../../domain/user/user.js";
import { Component, Field, type PlainObject } from "../../kernel/dto-fields.js";
import { nullableParser } from "../../kernel/field-parsers.js";

@Component("UpdateUserProfile")
export class UpdateProfileRequest {
  @Field(nullableParser(displayName), { optional: true }) display_name?: string | null;
  @Field(nullableParser(text()), { optional: true, description: "An IANA time zone, such as `Europe/Berlin`." })
  time_zone?: string | null;
}

@Component("UserProfile")
export class ProfileResponse {
  @Field(text()) id!: string;
  @Field(text()) display_name!: string;
  @Field(text()) time_zone!: string;
}

export function toProfilePatch({ display_name, time_zone }: UpdateProfileRequest): ProfilePatch {
  return {
    ...(display_name === undefined ? {} : { displayName: display_name }),
    ...(time_zone === undefined ? {} : { timeZone: time_zone }),
  };
}

export function toProfileResponse({ state }: User): PlainObject<ProfileResponse> {
  return { id: state.id, display_name: state.displayName, time_zone: state.timeZone };
}
