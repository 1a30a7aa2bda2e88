import type { App, RequestedScope, NotificationScope } from "./app.js";
import { invalidInput } from "../errors.js";
import type { AppliedIdempotencyKeys } from "../idempotency/idempotency-record.js";
import { encodeDescending } from "../time/timestamps.js";

/** Identified by its app and user together. */
export interface InstallationState extends AppliedIdempotencyKeys {
  readonly appId: string;
  readonly userId: string;
  /** The granted scopes, in the editions that the app requested at that time: see `getGrantedScopes`. */
  readonly grants: readonly RequestedScope[];
  readonly installedAt: Date;
  readonly updatedAt: Date;
}

/** An app installed by a user, with the scopes that the user granted (decision 9.8). */
export class Installation {
  private constructor(readonly state: InstallationState) {}

  /**
   * @param context `idempotencyId` identifies the request that installs the app, if it has a key.
   * @throws DomainError `invalid` for a scope that the app does not request.
   */
  static create(
    app: App,
    scopes: readonly NotificationScope[],
    { userId, now, idempotencyId }: { userId: string; now: Date; idempotencyId?: string | undefined },
  ): Installation {
    return new Installation({
      appId: app.state.id,
      userId,
      grants: selectScopes(app, scopes),
      installedAt: now,
      updatedAt: now,
      ...(idempotencyId === undefined ? {} : { keyedChanges: [idempotencyId] }),
    });
  }

  static restore(state: InstallationState): Installation {
    return new Installation(state);
  }

  /** Newest first: ascending order of this key is the order of the list. */
  get sortKey(): string {
    return encodeDescending(this.state.installedAt) + this.state.appId;
  }

  /** Replaces all granted scopes. @throws as `create`. */
  grant(app: App, scopes: readonly NotificationScope[], now: Date): Installation {
    return new Installation({ ...this.state, grants: selectScopes(app, scopes), updatedAt: now });
  }

  /** Returns the scopes that the app may use: those that it requests now, in the edition that the user granted. */
  getGrantedScopes({ state }: App): readonly NotificationScope[] {
    const { grants } = this.state;
    return state.askedScopes
      .filter(({ scope, edition }) => grants.some((grant) => grant.scope === scope && grant.edition === edition))
      .map(({ scope }) => scope);
  }
}

function selectScopes(
  { state, notificationScopes }: App,
  scopes: readonly NotificationScope[],
): readonly RequestedScope[] {
  const unrequestedScope = scopes.find((scope) => !notificationScopes.includes(scope));
  if (unrequestedScope !== undefined) throw invalidInput("scope_not_requested", { scope: unrequestedScope });
  return state.askedScopes.filter(({ scope }) => scopes.includes(scope));
}
