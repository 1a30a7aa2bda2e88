import { broken } from "./errors.js";
import type { KeyedChanges } from "./keyed-changes.js";
import { displayName as displayNameRule, userId } from "./limits.js";
import { ensure, Refused } from "./rules.js";
import { isBlank, trimmed } from "./white-space.js";

export interface UserState extends KeyedChanges {
  readonly id: string;
  readonly displayName: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  readonly createdAt: Date;
}

/** A `null` leaves the field as it is (decision 2.4). */
export interface ProfilePatch {
  readonly displayName?: string | null;
  readonly timeZone?: string | null;
}

/** The person whose memory this is. Decision 1.8. */
export class User {
  private constructor(readonly state: UserState) {}

  /** @throws DomainError `invalid` for an id or a name that breaks its limit, or a blank id. */
  static create(input: { id: string; displayName?: string | undefined; now: Date }): User {
    const { id, displayName, now } = input;
    if (!isUserId(id)) throw broken("user_id", "A user id has 1 to 255 characters and is not blank");
    ensure({ displayName: displayNameRule }, { displayName: displayName ?? id });
    return new User({
      id,
      displayName: displayName === undefined || isBlank(displayName) ? id : trimmed(displayName),
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
      throw broken("patch_empty", "At least one field (display_name, time_zone) must be provided");
    }
    if (displayName != null) {
      ensure({ displayName: displayNameRule }, { displayName });
      if (isBlank(displayName)) throw broken("display_name_blank", "display_name cannot be empty");
    }
    if (timeZone != null && !isTimeZone(timeZone)) {
      throw broken("time_zone_unknown", "time_zone must be an IANA time zone");
    }
    return new User({
      ...this.state,
      ...(displayName == null ? {} : { displayName: trimmed(displayName) }),
      ...(timeZone == null ? {} : { timeZone }),
    });
  }
}

/** Whether a text can be a user id: it names rows and counters from then on. */
export function isUserId(id: string): boolean {
  return !isBlank(id) && !(userId.read(id) instanceof Refused);
}

/** An offset such as `+01:00` is no zone: it knows no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
