import { MAX_BODY_BYTES } from "../../../../domain/limits.js";
import type { UserUseCases } from "../../../../ports/driving/users.js";
import { okObject, route, type Route } from "../../kernel/route.js";
import { ProfileResponse, toProfileResponse, toProfilePatch, UpdateProfileRequest } from "./users.dto.js";

const PROFILE_PATH = "/v1/dev/user/profile";

export const userRoutes = (users: UserUseCases): Route[] => [
  route({
    method: "GET",
    path: PROFILE_PATH,
    summary: "Get the profile",
    tag: "profile",
    extension: true,
    credential: "token",
    response: okObject(ProfileResponse, "The user's profile"),
    handle: async ({ context }) => toProfileResponse(await users.getProfile(context)),
  }),
  route({
    method: "PATCH",
    path: PROFILE_PATH,
    summary: "Update the profile",
    tag: "profile",
    extension: true,
    credential: "token",
    body: { dtoClass: UpdateProfileRequest, maxBytes: MAX_BODY_BYTES, rejectsEmpty: true },
    response: okObject(ProfileResponse, "The updated profile"),
    handle: async ({ context, body }) => toProfileResponse(await users.updateProfile(context, toProfilePatch(body))),
  }),
];
