/** Contract 4.8, in its order: what of a user a proactive notification may draw on. */
export const notificationScopes = ["user_name", "user_facts", "user_context", "user_chat"] as const;
export type NotificationScope = (typeof notificationScopes)[number];

/** A scope that an app asks for. */
export interface AskedScope {
  readonly scope: NotificationScope;
  /** Which of the app's additions brought it: one that was taken back and added again is another one (decision 9.8). */
  readonly edition: number;
}

/**
 * What is asked for when it was `before` and is to be these: what stays keeps its edition, what is added has a new one.
 * @param edition the last that there was.
 */
export function askedFor(
  scopes: readonly NotificationScope[],
  before: readonly AskedScope[],
  edition: number,
): readonly AskedScope[] {
  return notificationScopes
    .filter((scope) => scopes.includes(scope))
    .map((scope) => before.find((each) => each.scope === scope) ?? { scope, edition: edition + 1 });
}
