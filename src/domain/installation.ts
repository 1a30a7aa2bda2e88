import type { App } from "./app.js";
import { broken } from "./errors.js";
import type { KeyedChanges } from "./keyed-changes.js";
import type { AskedScope, NotificationScope } from "./notification-scope.js";
import { descending } from "./sort-key.js";

/** Known by its app and its user together. */
export interface InstallationState extends KeyedChanges {
  readonly appId: string;
  readonly userId: string;
  /** What the app asked for when the user let it: see `grantedTo`. */
  readonly grants: readonly AskedScope[];
  readonly installedAt: Date;
  readonly updatedAt: Date;
}

/** That a user lets an app notify them, and what of theirs it may draw on. Decision 9.8. */
export class Installation {
  private constructor(readonly state: InstallationState) {}

  /**
   * @param callId of the call that installs it, where it bears a key.
   * @throws DomainError `invalid` for a scope that the app does not ask for.
   */
  static create(
    app: App,
    scopes: readonly NotificationScope[],
    { userId, now, callId }: { userId: string; now: Date; callId?: string | undefined },
  ): Installation {
    return new Installation({
      appId: app.state.id,
      userId,
      grants: chosen(app, scopes),
      installedAt: now,
      updatedAt: now,
      ...(callId === undefined ? {} : { keyedChanges: [callId] }),
    });
  }

  static restore(state: InstallationState): Installation {
    return new Installation(state);
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return descending(this.state.installedAt) + this.state.appId;
  }

  /** Puts these in the place of all that was granted. @throws as `create`. */
  grant(app: App, scopes: readonly NotificationScope[], now: Date): Installation {
    return new Installation({ ...this.state, grants: chosen(app, scopes), updatedAt: now });
  }

  /** What the app may draw on: of what it asks for now, that which the user has seen it ask for and has granted. */
  grantedTo({ state }: App): readonly NotificationScope[] {
    const { grants } = this.state;
    return state.askedScopes
      .filter(({ scope, edition }) => grants.some((grant) => grant.scope === scope && grant.edition === edition))
      .map(({ scope }) => scope);
  }
}

function chosen({ state, notificationScopes }: App, scopes: readonly NotificationScope[]): readonly AskedScope[] {
  const foreign = scopes.find((scope) => !notificationScopes.includes(scope));
  if (foreign !== undefined) throw broken("scope_not_asked", `The app does not ask for the scope ${foreign}`);
  return state.askedScopes.filter(({ scope }) => scopes.includes(scope));
}
