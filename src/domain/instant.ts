import { broken } from "./errors.js";

/** The first and the last instant that a date-time of the wire can name, in milliseconds since 1970: years 1 to 9999. */
export const EARLIEST = -62_135_596_800_000;
export const LATEST = 253_402_300_799_999;

/** Whether a date-time can name it. An offset may put what was given as one beyond the ends. */
export function isPresentable(instant: Date): boolean {
  const time = instant.getTime();
  return time >= EARLIEST && time <= LATEST;
}

/**
 * What is kept is shown again one day, and must then be readable.
 * @param given the instants that are to be kept, by their names in the contract.
 * @throws DomainError `invalid` for the first that no date-time can name.
 */
export function ensurePresentable(given: Readonly<Record<string, Date | null | undefined>>): void {
  for (const [field, instant] of Object.entries(given)) {
    if (instant && !isPresentable(instant)) throw broken(field, `${field} is out of range`);
  }
}

/** The nearest instant that a date-time can name: as the bound of a list it leaves out no more than the given one. */
export function drawnIn(instant: Date): Date {
  return new Date(Math.min(Math.max(instant.getTime(), EARLIEST), LATEST));
}
