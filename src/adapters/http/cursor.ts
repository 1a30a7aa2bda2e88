import { hash } from "node:crypto";
import { Refused } from "../../domain/rules.js";
import { misfit, type HttpError } from "./errors.js";
import type { WireRule } from "./field.js";
import { within } from "./wire-rules.js";

const notCursor = Refused.because("value_error", "Input should be a cursor that this list gave out");

/** The place in a list after which to go on. */
export interface Cursor {
  /** As `listName` tells it. */
  readonly list: string;
  readonly place: string;
}

/** A cursor, packed so that nobody takes it apart (decision 4.14). */
export function cursor(): WireRule<Cursor> {
  return {
    read: (raw) =>
      within(raw, (given) => {
        const text = Buffer.from(given, "base64url").toString();
        const read: Cursor = { list: text.slice(0, NAME_LENGTH), place: text.slice(NAME_LENGTH) };
        return read.place !== "" && encodeCursor(read) === given ? read : notCursor;
      }),
    schema: () => ({ type: "string" }),
  };
}

export const encodeCursor = ({ list, place }: Cursor): string => Buffer.from(list + place).toString("base64url");

const NAME_LENGTH = 11;

/**
 * Tells a list from others: a place in one is none in another.
 * @param path of its route.
 * @param filter which of the resource's objects are on it.
 */
export function listName(path: string, filter: object): string {
  return hash("sha256", JSON.stringify([path, Object.entries(filter).flatMap(sameOf)]), "base64url").slice(
    0,
    NAME_LENGTH,
  );
}

/** The same for every way to ask for the same: a list of values is a set, and an empty one asks for nothing. */
function sameOf([name, value]: [string, unknown]): [string, unknown][] {
  if (!Array.isArray(value)) return [[name, value]];
  return value.length > 0 ? [[name, value.toSorted()]] : [];
}

/** The answer to a cursor of another list. */
export function foreignCursor(): HttpError {
  return misfit(notCursor.under("cursor").under("query").violations);
}
