import type { Client } from "./client.js";

export const inbox = "/v1/dev/user/notifications";
const apps = "/v1/dev/apps";

export interface WireNotification {
  readonly id: string;
  readonly app_id: string | null;
  readonly kind: string;
  readonly text: string;
  readonly created_at: string;
  readonly read_at: string | null;
  readonly replies: readonly { readonly id: string; readonly text: string; readonly created_at: string }[];
}

/** An app as its owner has it, and as those know it who have it installed. */
export interface NotifyingApp {
  readonly id: string;
  readonly secret: string;
}

/** @param users who install it. */
export async function appOf(owner: Client, ...users: readonly Client[]): Promise<NotifyingApp> {
  const { id, secret } = (await owner.post(apps, { name: "Garden app" })).body as NotifyingApp;
  for (const user of users) await user.post(`${apps}/${id}/install`, {});
  return { id, secret };
}

/** Where an app says something to a user. */
export function said(app: Pick<NotifyingApp, "id">, uid: string, message: string): string {
  return `/v2/integrations/${app.id}/notification?${new URLSearchParams({ uid, message }).toString()}`;
}

export async function userIdOf(client: Client): Promise<string> {
  return ((await client.get("/v1/dev/user/profile")).body as { id: string }).id;
}

interface Own {
  readonly app: NotifyingApp;
  readonly userId: string;
}

const own = new WeakMap<Client, Promise<Own>>();

/** Lets an app of the user's own notify them. @returns the notification's id. */
export async function notify(user: Client, text: string): Promise<string> {
  const { app, userId } = await (own.get(user) ?? keep(user));
  const { status } = await user.with(app.secret).send("POST", said(app, userId, text));
  if (status !== 200) throw new Error(`The app could not notify: ${status}`);
  const newest = (await user.get(`${inbox}?limit=40`)).body as readonly WireNotification[];
  return newest.find((each) => each.text === text)?.id ?? "";
}

function keep(user: Client): Promise<Own> {
  const made = Promise.all([appOf(user, user), userIdOf(user)]).then(([app, userId]) => ({ app, userId }));
  own.set(user, made);
  return made;
}
