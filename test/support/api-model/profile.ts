import { isOneOf } from "./checked-answers.js";
import type { Reading, Resource } from "./resource.js";

const path = "/v1/dev/user/profile";

interface Profile {
  readonly display_name: string;
  readonly time_zone: string;
}

/** @param userId what a user is called who never said otherwise. */
export const profile = (userId: string): Resource<Profile> => ({
  name: "profile",
  only: { display_name: userId, time_zone: "UTC" },
  create: () => {
    throw new Error("A profile is not created");
  },
  change: (_, random) => {
    const patch = {
      display_name: `${userId} ${random.integer(1000)}`,
      ...(random.chance(0.5) ? { time_zone: random.of(["Europe/Berlin", "Asia/Tokyo", "UTC"]) } : {}),
    };
    return {
      name: "change the profile",
      send: ({ another }) => another.patch(path, patch),
      effect: (before) => before && { ...before, ...patch },
      shows: (body, after) => after !== undefined && isOneOf({ ...after }, [body as Reading]),
    };
  },
  idOf: () => userId,
  list: () => Promise.resolve([]),
  get: async ({ another }) => {
    const { display_name, time_zone } = (await another.get(path)).body as Profile;
    return { display_name, time_zone };
  },
  readings: ({ display_name, time_zone }) => [{ display_name, time_zone }],
});
