import type { Geolocation } from "../../domain/conversation.js";
import { latitude, longitude } from "../../domain/limits.js";
import { text } from "../../domain/rules.js";
import { Component, Field } from "./field.js";
import type { WireNames } from "./wire-names.js";
import { nullable, number } from "./wire-rules.js";

/** Contract 2.5; also what an answer shows. */
@Component("Geolocation")
export class WireGeolocation {
  @Field(number(latitude)) latitude!: number;
  @Field(number(longitude)) longitude!: number;
  @Field(nullable(text()), { optional: true }) address: string | null = null;
  @Field(nullable(text()), { optional: true, named: ({ placeId }) => placeId }) map_place_id: string | null = null;
  @Field(nullable(text()), { optional: true }) location_type: string | null = null;
}

export function geolocation(place: WireGeolocation): Geolocation {
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    address: place.address,
    mapPlaceId: place.map_place_id,
    locationType: place.location_type,
  };
}

export function geolocationBody(place: Geolocation, names: WireNames): object {
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    address: place.address,
    [names.placeId]: place.mapPlaceId,
    location_type: place.locationType,
  };
}
