import { Refused } from "../../domain/rules.js";
import type { WireRule } from "./field.js";
import { within } from "./wire-rules.js";

const notCursor = Refused.because("value_error", "Input should be a cursor that this list gave out");

/** The place in a list after which to go on, packed so that nobody takes it apart (decision 4.14). */
export function cursor(): WireRule<string> {
  return {
    read: (raw) =>
      within(raw, (given) => {
        const place = Buffer.from(given, "base64url").toString();
        return place !== "" && encodeCursor(place) === given ? place : notCursor;
      }),
    schema: () => ({ type: "string" }),
  };
}

export const encodeCursor = (place: string): string => Buffer.from(place).toString("base64url");
