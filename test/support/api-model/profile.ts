import { matchesAnyReading } from "./checked-responses.js";
import type { Reading, Resource } from "./resource.js";

const PROFILE_PATH = "/v1/dev/user/profile";

interface Profile {
  readonly display_name: string;
  readonly time_zone: string;
}

/** @param userId the default display name of a user. */
export const profile = (userId: string): Resource<Profile> => ({
  name: "profile",
  initialState: { display_name: userId, time_zone: "UTC" },
  create: () => {
    throw new Error("A profile is not created");
  },
  change: (_, random) => {
    const patch = {
      display_name: `${userId} ${random.nextInteger(1000)}`,
      ...(random.nextBoolean(0.5) ? { time_zone: random.choose(["Europe/Berlin", "Asia/Tokyo", "UTC"]) } : {}),
    };
    return {
      name: "change the profile",
      send: ({ otherUserClient }) => otherUserClient.patch(PROFILE_PATH, patch),
      effect: (current) => current && { ...current, ...patch },
      shows: (body, after) => after !== undefined && matchesAnyReading({ ...after }, [body as Reading]),
    };
  },
  idOf: () => userId,
  list: () => Promise.resolve([]),
  get: async ({ otherUserClient }) => {
    const { display_name, time_zone } = (await otherUserClient.get(PROFILE_PATH)).body as Profile;
    return { display_name, time_zone };
  },
  readings: ({ display_name, time_zone }) => [{ display_name, time_zone }],
});
