import { conversationSources, type ConversationSource } from "../../../domain/conversation/conversation-state.js";

/** The wire names that differ between deployments. The core does not know them (decision 11.1). */
export interface NamingProfile {
  /** The field of a geolocation that contains the map provider's place ID. */
  readonly mapPlaceIdField: string;
  readonly sourceNames: Readonly<Record<ConversationSource, string>>;
}

const neutralSourceNames = Object.fromEntries(conversationSources.map((source) => [source, source])) as Record<
  ConversationSource,
  ConversationSource
>;

/** The names of the API contract. */
export const neutralNaming: NamingProfile = { mapPlaceIdField: "map_place_id", sourceNames: neutralSourceNames };

/** The names that existing clients of the public service use. */
export const omiNaming: NamingProfile = {
  mapPlaceIdField: "google_place_id",
  sourceNames: {
    ...neutralSourceNames,
    vendor_device_01: "friend",
    vendor_device_02: "omi",
    vendor_device_03: "fieldy",
    vendor_device_04: "bee",
    vendor_device_05: "plaud",
    vendor_device_06: "frame",
    vendor_device_07: "friend_com",
    vendor_device_08: "apple_watch",
    vendor_device_09: "openglass",
    vendor_device_10: "screenpipe",
    vendor_device_11: "limitless",
    vendor_device_12: "rayban_meta",
  },
};

/** The profiles by the value of `MNEME_WIRE_NAMES`. */
export const namingProfiles = { neutral: neutralNaming, omi: omiNaming } as const satisfies Record<
  string,
  NamingProfile
>;
