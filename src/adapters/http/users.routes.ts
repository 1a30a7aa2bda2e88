import { BODY_BYTES } from "../../domain/limits.js";
import type { UserUseCases } from "../../ports/driving/users.js";
import { answersOne } from "./answers.js";
import { route, type Route } from "./route.js";
import { ProfileBody, profileBody, profilePatch, UpdateProfile } from "./users.dto.js";

const path = "/v1/dev/user/profile";

/** Decision 1.8. */
export const userRoutes = (users: UserUseCases): Route[] => [
  route({
    method: "GET",
    path,
    summary: "Get the profile",
    tag: "profile",
    extension: true,
    credential: "token",
    answers: answersOne(ProfileBody, "The user's profile"),
    handle: async ({ call }) => profileBody(await users.profile(call)),
  }),
  route({
    method: "PATCH",
    path,
    summary: "Change the profile",
    tag: "profile",
    extension: true,
    credential: "token",
    body: { shape: UpdateProfile, maxBytes: BODY_BYTES },
    answers: answersOne(ProfileBody, "The changed profile"),
    handle: async ({ call, body }) => profileBody(await users.updateProfile(call, profilePatch(body))),
  }),
];
