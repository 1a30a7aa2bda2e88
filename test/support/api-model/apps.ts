import type { Random } from "../random.js";
import { isOneOf } from "./checked-answers.js";
import { descending, inOrderOf } from "./listing.js";
import type { Callers, Reading, Resource, Write } from "./resource.js";

const collection = "/v1/dev/apps";
const installations = `${collection}/installations`;
const one = (id: string): string => `${collection}/${id}`;

const scopes = ["user_name", "user_facts", "user_context", "user_chat"];

/** What its owner tells of an app. */
interface OwnReading extends Reading {
  readonly description: string | null;
  readonly asked: readonly string[];
  readonly is_enabled: boolean;
}

/** And what another user has granted of what it asks for. */
interface App extends OwnReading {
  /** Undefined where it is not installed. */
  readonly granted: readonly string[] | undefined;
}

interface WireApp {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly description: string | null;
  readonly is_enabled: boolean;
  readonly proactive_notification: { readonly scopes: readonly string[] };
}

interface WireInstallation {
  readonly id: string;
  readonly granted_scopes: readonly string[];
  readonly requested_scopes: readonly string[];
}

/** Apps: registered, changed, switched off and on, given new secrets, deleted; installed by another, and granted scopes. */
export const apps = (): Resource<App> => ({
  name: "app",
  create: (mark, random) => {
    const asked = some(scopes, random);
    return {
      name: "register an app",
      send: ({ identified }) =>
        identified.post(collection, { name: mark, proactive_notification: { scopes: asked.toReversed() } }),
      effect: () => ({ description: null, asked, is_enabled: true, granted: undefined }),
      creates: true,
      shows: showsApp,
    };
  },
  change: ({ id }, random) => {
    if (id === undefined) return undefined;
    const ways = [describe, ask, rotate, toggle, install, install, grant, uninstall, remove];
    return random.of(ways)(id, random);
  },
  idOf: (receipt) => (receipt as WireApp).id,
  list: async (callers) => {
    const installed = await installedOf(callers);
    return (await appsOf(callers)).map((app) => ({ mark: app.name, id: app.id, reading: readingOf(app, installed) }));
  },
  checkLists: async (callers) => {
    const all = await appsOf(callers);
    const ordered = all.toSorted(
      inOrderOf(
        descending(({ created_at }) => created_at),
        (a, b) => (a.id < b.id ? -1 : 1),
      ),
    );
    if (JSON.stringify(all) !== JSON.stringify(ordered)) throw new Error("The apps are not newest first");
  },
  get: async (callers, { id }) => {
    const [{ status, body }, installed] = await Promise.all([callers.identified.get(one(id)), installedOf(callers)]);
    const isInstalled = installed.some((each) => each.id === id);
    if (status === 404) return isInstalled ? { isInstalled } : undefined;
    return readingOf(body as WireApp, installed);
  },
  readings: (app) => [app],
});

function describe(id: string, random: Random): Write<App> {
  const description = `Number ${random.integer(1000)}`;
  return ofOwner("describe an app", id, { description }, (before) => ({ ...before, description }));
}

/** What it no longer asks for is granted no more, also when it is asked for again. */
function ask(id: string, random: Random): Write<App> {
  const asked = some(scopes, random);
  return ofOwner("ask for other scopes", id, { proactive_notification: { scopes: asked } }, (before) => ({
    ...before,
    asked,
    granted: before.granted?.filter((scope) => asked.includes(scope)),
  }));
}

function rotate(id: string, random: Random): Write<App> {
  const which = random.of(["secret", "signing-secret"]);
  return {
    name: `rotate an app's ${which}`,
    send: ({ identified }) => identified.send("POST", `${one(id)}/${which}`),
    effect: (before) => before,
    shows: showsApp,
    refusals: unlessThere,
  };
}

function toggle(id: string, random: Random): Write<App> {
  const is_enabled = random.chance(0.5);
  const way = is_enabled ? "enable" : "disable";
  return {
    name: `${way} an app`,
    send: ({ identified }) => identified.send("POST", `${one(id)}/${way}`),
    effect: (before) => before && { ...before, is_enabled },
    shows: showsApp,
    refusals: unlessThere,
  };
}

function remove(id: string): Write<App> {
  return {
    name: "delete an app",
    send: ({ identified }) => identified.delete(one(id)),
    effect: () => undefined,
    refusals: unlessThere,
  };
}

/** As it is installed already, or granting nothing; refused where the user has as many as there may be. */
function install(id: string): Write<App> {
  return {
    name: "install an app",
    send: ({ another }) => another.post(`${one(id)}/install`, {}),
    effect: (before) => before && { ...before, granted: before.granted ?? [] },
    shows: showsInstallation,
    refusals: (before) => (before === undefined ? [404] : before.granted === undefined ? [409] : []),
  };
}

function grant(id: string, random: Random): Write<App> {
  const granted = [random.of(scopes)];
  return {
    name: "grant a scope",
    send: ({ another }) => another.patch(`${installations}/${id}`, { scopes: granted }),
    effect: (before) => (before && isGrantable(before, granted) ? { ...before, granted } : before),
    shows: showsInstallation,
    refusals: (before) => {
      if (before?.granted === undefined) return [404];
      return isGrantable(before, granted) ? [] : [422];
    },
  };
}

function uninstall(id: string): Write<App> {
  return {
    name: "uninstall an app",
    send: ({ another }) => another.delete(`${installations}/${id}`),
    effect: (before) => before && { ...before, granted: undefined },
    refusals: (before) => (before?.granted === undefined ? [404] : []),
  };
}

function ofOwner(name: string, id: string, patch: object, effect: (before: App) => App): Write<App> {
  return {
    name,
    send: ({ identified }) => identified.patch(one(id), patch),
    effect: (before) => before && effect(before),
    shows: showsApp,
    refusals: unlessThere,
  };
}

const unlessThere = (before: App | undefined): readonly number[] => (before === undefined ? [404] : []);

const isGrantable = ({ granted, asked }: App, scope: readonly string[]): boolean =>
  granted !== undefined && scope.every((each) => asked.includes(each));

function showsApp(body: unknown, after: App | undefined): boolean {
  return after !== undefined && isOneOf(ownReadingOf(body as WireApp), [after]);
}

function showsInstallation(body: unknown, after: App | undefined): boolean {
  const { granted_scopes: granted, requested_scopes: asked } = body as WireInstallation;
  return after !== undefined && isOneOf({ granted, asked }, [after]);
}

function readingOf(app: WireApp, installed: readonly WireInstallation[]): App {
  const granted = installed.find(({ id }) => id === app.id)?.granted_scopes;
  return { ...ownReadingOf(app), granted };
}

function ownReadingOf({ description, is_enabled, proactive_notification }: WireApp): OwnReading {
  return { description, is_enabled, asked: proactive_notification.scopes };
}

async function appsOf({ identified }: Callers): Promise<readonly WireApp[]> {
  return (await identified.get(`${collection}?limit=1000`)).body as WireApp[];
}

async function installedOf({ another }: Callers): Promise<readonly WireInstallation[]> {
  return (await another.get(installations)).body as WireInstallation[];
}

/** In the order that they are told in. */
const some = (all: readonly string[], random: Random): string[] => all.filter(() => random.chance(0.6));
