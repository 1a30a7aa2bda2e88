import { sources, type Source } from "../../domain/conversation.js";

/** The names that differ from one wire to another. The core knows none of them. Decision 11. */
export interface WireNames {
  /** The field of a Geolocation that holds the map provider's id of the place. */
  readonly placeId: string;
  readonly sources: Readonly<Record<Source, string>>;
}

const ownNames = Object.fromEntries(sources.map((source) => [source, source])) as Record<Source, Source>;

/** As the contract writes them. */
export const neutral: WireNames = { placeId: "map_place_id", sources: ownNames };

/** As existing clients of the public service write them. */
export const omi: WireNames = {
  placeId: "google_place_id",
  sources: {
    ...ownNames,
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

/** By the setting `MNEME_WIRE_NAMES`. */
export const wireNames = { neutral, omi } as const satisfies Record<string, WireNames>;
