import type { SeededRandom } from "../random.js";
import { matchesAnyReading } from "./checked-responses.js";
import { descending, byEach } from "./list-checks.js";
import type { ModelClients, Reading, Resource, Write } from "./resource.js";

const COLLECTION_PATH = "/v1/dev/apps";
const INSTALLATIONS_PATH = `${COLLECTION_PATH}/installations`;
const appPath = (id: string): string => `${COLLECTION_PATH}/${id}`;

const scopes = ["user_name", "user_facts", "user_context", "user_chat"];

/** An app as its owner reads it. */
interface OwnerReading extends Reading {
  readonly description: string | null;
  readonly requestedScopes: readonly string[];
  readonly is_enabled: boolean;
}

/** An app and the scopes that another user has granted it. */
interface App extends OwnerReading {
  /** Undefined if the app is not installed. */
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

/**
 * Apps that their owner registers, edits, disables, enables and deletes, and whose secrets rotate. Another user
 * installs them and grants scopes.
 */
export const apps = (): Resource<App> => ({
  name: "app",
  create: (mark, random) => {
    const requestedScopes = selectRandomly(scopes, random);
    return {
      name: "register an app",
      send: ({ tokenClient }) =>
        tokenClient.post(COLLECTION_PATH, {
          name: mark,
          proactive_notification: { scopes: requestedScopes.toReversed() },
        }),
      effect: () => ({ description: null, requestedScopes, is_enabled: true, granted: undefined }),
      creates: true,
      shows: isShownApp,
    };
  },
  change: ({ id }, random) => {
    if (id === undefined) return undefined;
    const writeFactories = [
      changeDescription,
      changeRequestedScopes,
      rotateSecret,
      enableOrDisable,
      installApp,
      installApp,
      grantScope,
      uninstallApp,
      deleteApp,
    ];
    return random.choose(writeFactories)(id, random);
  },
  idOf: (receipt) => (receipt as WireApp).id,
  list: async (callers) => {
    const installations = await listInstallations(callers);
    return (await listApps(callers)).map((app) => ({
      mark: app.name,
      id: app.id,
      reading: toReading(app, installations),
    }));
  },
  checkLists: async (callers) => {
    const listedApps = await listApps(callers);
    const ordered = listedApps.toSorted(
      byEach(
        descending(({ created_at }) => created_at),
        (a, b) => (a.id < b.id ? -1 : 1),
      ),
    );
    if (JSON.stringify(listedApps) !== JSON.stringify(ordered)) throw new Error("The apps are not newest first");
  },
  get: async (callers, { id }) => {
    const [{ status, body }, installations] = await Promise.all([
      callers.tokenClient.get(appPath(id)),
      listInstallations(callers),
    ]);
    const isInstalled = installations.some((installation) => installation.id === id);
    if (status === 404) return isInstalled ? { isInstalled } : undefined;
    return toReading(body as WireApp, installations);
  },
  readings: (app) => [app],
});

function changeDescription(id: string, random: SeededRandom): Write<App> {
  const description = `Number ${random.nextInteger(1000)}`;
  return ownerWrite("describe an app", id, { description }, (current) => ({ ...current, description }));
}

/** A scope that is no longer requested loses its grant and does not regain it when it is requested again. */
function changeRequestedScopes(id: string, random: SeededRandom): Write<App> {
  const requestedScopes = selectRandomly(scopes, random);
  return ownerWrite("ask for other scopes", id, { proactive_notification: { scopes: requestedScopes } }, (current) => ({
    ...current,
    requestedScopes,
    granted: current.granted?.filter((scope) => requestedScopes.includes(scope)),
  }));
}

function rotateSecret(id: string, random: SeededRandom): Write<App> {
  const secretKind = random.choose(["secret", "signing-secret"]);
  return {
    name: `rotate an app's ${secretKind}`,
    send: ({ tokenClient }) => tokenClient.send("POST", `${appPath(id)}/${secretKind}`),
    effect: (current) => current,
    shows: isShownApp,
    errorStatuses: notFoundIfAbsent,
  };
}

function enableOrDisable(id: string, random: SeededRandom): Write<App> {
  const is_enabled = random.nextBoolean(0.5);
  const action = is_enabled ? "enable" : "disable";
  return {
    name: `${action} an app`,
    send: ({ tokenClient }) => tokenClient.send("POST", `${appPath(id)}/${action}`),
    effect: (current) => current && { ...current, is_enabled },
    shows: isShownApp,
    errorStatuses: notFoundIfAbsent,
  };
}

function deleteApp(id: string): Write<App> {
  return {
    name: "delete an app",
    send: ({ tokenClient }) => tokenClient.delete(appPath(id)),
    effect: () => undefined,
    errorStatuses: notFoundIfAbsent,
  };
}

/** Keeps an existing installation, or grants nothing; rejected at the maximum number of installations. */
function installApp(id: string): Write<App> {
  return {
    name: "install an app",
    send: ({ otherUserClient }) => otherUserClient.post(`${appPath(id)}/install`, {}),
    effect: (current) => current && { ...current, granted: current.granted ?? [] },
    shows: isShownInstallation,
    errorStatuses: (current) => (current === undefined ? [404] : current.granted === undefined ? [409] : []),
  };
}

function grantScope(id: string, random: SeededRandom): Write<App> {
  const granted = [random.choose(scopes)];
  return {
    name: "grant a scope",
    send: ({ otherUserClient }) => otherUserClient.patch(`${INSTALLATIONS_PATH}/${id}`, { scopes: granted }),
    effect: (current) => (current && isGrantable(current, granted) ? { ...current, granted } : current),
    shows: isShownInstallation,
    errorStatuses: (current) => {
      if (current?.granted === undefined) return [404];
      return isGrantable(current, granted) ? [] : [422];
    },
  };
}

function uninstallApp(id: string): Write<App> {
  return {
    name: "uninstall an app",
    send: ({ otherUserClient }) => otherUserClient.delete(`${INSTALLATIONS_PATH}/${id}`),
    effect: (current) => current && { ...current, granted: undefined },
    errorStatuses: (current) => (current?.granted === undefined ? [404] : []),
  };
}

function ownerWrite(name: string, id: string, patch: object, effect: (current: App) => App): Write<App> {
  return {
    name,
    send: ({ tokenClient }) => tokenClient.patch(appPath(id), patch),
    effect: (current) => current && effect(current),
    shows: isShownApp,
    errorStatuses: notFoundIfAbsent,
  };
}

const notFoundIfAbsent = (current: App | undefined): readonly number[] => (current === undefined ? [404] : []);

const isGrantable = ({ granted, requestedScopes }: App, scope: readonly string[]): boolean =>
  granted !== undefined && scope.every((name) => requestedScopes.includes(name));

function isShownApp(body: unknown, after: App | undefined): boolean {
  return after !== undefined && matchesAnyReading(toOwnerReading(body as WireApp), [after]);
}

function isShownInstallation(body: unknown, after: App | undefined): boolean {
  const { granted_scopes: granted, requested_scopes: requestedScopes } = body as WireInstallation;
  return after !== undefined && matchesAnyReading({ granted, requestedScopes }, [after]);
}

function toReading(app: WireApp, installations: readonly WireInstallation[]): App {
  const granted = installations.find(({ id }) => id === app.id)?.granted_scopes;
  return { ...toOwnerReading(app), granted };
}

function toOwnerReading({ description, is_enabled, proactive_notification }: WireApp): OwnerReading {
  return { description, is_enabled, requestedScopes: proactive_notification.scopes };
}

async function listApps({ tokenClient }: ModelClients): Promise<readonly WireApp[]> {
  return (await tokenClient.get(`${COLLECTION_PATH}?limit=1000`)).body as WireApp[];
}

async function listInstallations({ otherUserClient }: ModelClients): Promise<readonly WireInstallation[]> {
  return (await otherUserClient.get(INSTALLATIONS_PATH)).body as WireInstallation[];
}

/** Returns a random subset in the original order. */
const selectRandomly = (values: readonly string[], random: SeededRandom): string[] =>
  values.filter(() => random.nextBoolean(0.6));
