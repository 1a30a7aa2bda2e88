import type { ApiClient } from "./api-client.js";

export const INBOX_PATH = "/v1/dev/user/notifications";
const APPS_PATH = "/v1/dev/apps";

export interface WireNotification {
  readonly id: string;
  readonly app_id: string | null;
  readonly kind: string;
  readonly text: string;
  readonly created_at: string;
  readonly read_at: string | null;
  readonly replies: readonly { readonly id: string; readonly text: string; readonly created_at: string }[];
}

/** An app with its secret, as its owner knows it. */
export interface NotifyingApp {
  readonly id: string;
  readonly secret: string;
}

/** @param users the users who install the app. */
export async function createInstalledApp(owner: ApiClient, ...users: readonly ApiClient[]): Promise<NotifyingApp> {
  const { id, secret } = (await owner.post(APPS_PATH, { name: "Garden app" })).body as NotifyingApp;
  for (const user of users) await user.post(`${APPS_PATH}/${id}/install`, {});
  return { id, secret };
}

/** The path at which an app notifies a user. */
export function notificationPath(app: Pick<NotifyingApp, "id">, uid: string, message: string): string {
  return `/v2/integrations/${app.id}/notification?${new URLSearchParams({ uid, message }).toString()}`;
}

export async function readUserId(client: ApiClient): Promise<string> {
  return ((await client.get("/v1/dev/user/profile")).body as { id: string }).id;
}

interface OwnApp {
  readonly app: NotifyingApp;
  readonly userId: string;
}

const ownApps = new WeakMap<ApiClient, Promise<OwnApp>>();

/** Notifies a user through an app of their own. @returns the ID of the notification. */
export async function notifyByOwnApp(user: ApiClient, text: string): Promise<string> {
  const { app, userId } = await (ownApps.get(user) ?? createOwnApp(user));
  const { status } = await user.withCredential(app.secret).send("POST", notificationPath(app, userId, text));
  if (status !== 200) throw new Error(`The app could not notify: ${status}`);
  const newest = (await user.get(`${INBOX_PATH}?limit=40`)).body as readonly WireNotification[];
  return newest.find((notification) => notification.text === text)?.id ?? "";
}

function createOwnApp(user: ApiClient): Promise<OwnApp> {
  const ownApp = Promise.all([createInstalledApp(user, user), readUserId(user)]).then(([app, userId]) => ({
    app,
    userId,
  }));
  ownApps.set(user, ownApp);
  return ownApp;
}
