import { broken } from "./errors.js";
import { codePoints, type Bounds } from "./rules.js";

/**
 * Decisions 2.2 and 2.8: a title as it is kept, without the white space around it, which does not count.
 * @throws DomainError `invalid` for one that is blank or too long.
 */
export function trimmedTitle(title: string, { max }: Required<Bounds>): string {
  const trimmed = title.trim();
  if (trimmed === "") throw broken("title_blank", "title cannot be empty");
  if (codePoints(trimmed) > max) throw broken("title_long", `title must have at most ${max} characters`);
  return trimmed;
}
