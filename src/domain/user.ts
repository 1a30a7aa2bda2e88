import { broken } from "./errors.js";
import { isBlank } from "./rules.js";

export interface UserState {
  readonly id: string;
  readonly displayName: string;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  readonly createdAt: Date;
}

export interface ProfilePatch {
  readonly displayName?: string;
  readonly timeZone?: string;
}

/** The person whose memory this is. Decision 1.8. */
export class User {
  private constructor(readonly state: UserState) {}

  static create(input: { id: string; displayName?: string | undefined; now: Date }): User {
    const { id, displayName, now } = input;
    return new User({
      id,
      displayName: displayName === undefined || isBlank(displayName) ? id : displayName.trim(),
      timeZone: "UTC",
      createdAt: now,
    });
  }

  static restore(state: UserState): User {
    return new User(state);
  }

  /** @throws DomainError `invalid` for a blank name or a time zone that IANA does not list. */
  edit(patch: ProfilePatch): User {
    if (patch.displayName !== undefined && isBlank(patch.displayName)) {
      throw broken("display_name_blank", "display_name cannot be empty");
    }
    if (patch.timeZone !== undefined && !isTimeZone(patch.timeZone)) {
      throw broken("time_zone_unknown", "time_zone must be an IANA time zone");
    }
    return new User({
      ...this.state,
      ...(patch.displayName === undefined ? {} : { displayName: patch.displayName.trim() }),
      ...(patch.timeZone === undefined ? {} : { timeZone: patch.timeZone }),
    });
  }
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
