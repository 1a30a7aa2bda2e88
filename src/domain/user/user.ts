import { invalidInput } from "../errors.js";
import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import { displayName as displayNameRule, userId } from "../limits.js";
import { ensure, ValidationFailure } from "../rules.js";
import { isBlank, trimWhiteSpace } from "../text/normalize-text.js";

export interface UserState extends AppliedIdempotencyKeys {
  readonly id: string;
  readonly displayName: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  readonly createdAt: Date;
}

/** A `null` leaves the field unchanged. */
export interface ProfilePatch {
  readonly displayName?: string | null;
  readonly timeZone?: string | null;
}

/** A user with their profile (decision 1.8). */
export class User {
  private constructor(readonly state: UserState) {}

  /** @throws DomainError `invalid` for a blank or long ID, or a long name. */
  static create(input: { id: string; displayName?: string | undefined; now: Date }): User {
    const { id, displayName, now } = input;
    if (!isUserId(id)) throw invalidInput("user_id_malformed");
    ensure({ displayName: displayNameRule }, { displayName: displayName ?? id });
    return new User({
      id,
      displayName: displayName === undefined || isBlank(displayName) ? id : trimWhiteSpace(displayName),
      timeZone: "UTC",
      createdAt: now,
    });
  }

  static restore(state: UserState): User {
    return new User(state);
  }

  /** @throws DomainError `invalid` for an empty patch, a blank or long name, or a time zone that IANA does not list. */
  edit({ displayName, timeZone }: ProfilePatch): User {
    if (displayName === undefined && timeZone === undefined) {
      throw invalidInput("patch_empty");
    }
    if (displayName != null) {
      ensure({ displayName: displayNameRule }, { displayName });
      if (isBlank(displayName)) throw invalidInput("display_name_blank");
    }
    if (timeZone != null && !isTimeZone(timeZone)) {
      throw invalidInput("time_zone_unknown");
    }
    return new User({
      ...this.state,
      ...(displayName == null ? {} : { displayName: trimWhiteSpace(displayName) }),
      ...(timeZone == null ? {} : { timeZone }),
    });
  }
}

/** Whether a text can be a user ID. User IDs are used as keys of rows and counters. */
export function isUserId(id: string): boolean {
  return !isBlank(id) && !(userId.read(id) instanceof ValidationFailure);
}

/** An offset such as `+01:00` is not accepted, because it has no daylight saving time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
