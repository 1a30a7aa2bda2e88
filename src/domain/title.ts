import { broken } from "./errors.js";
import { codePoints, type Bounds } from "./rules.js";
import { trimmed } from "./white-space.js";

/**
 * Decisions 2.2 and 2.8: a title as it is kept, without the white space around it, which does not count.
 * @throws DomainError `invalid` for one that is blank or too long.
 */
export function trimmedTitle(title: string, { max }: Required<Bounds>): string {
  const kept = trimmed(title);
  if (kept === "") throw broken("title_blank", "title cannot be empty");
  if (codePoints(kept) > max) throw broken("title_long", `title must have at most ${max} characters`);
  return kept;
}
