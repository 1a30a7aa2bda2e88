import {
  MasterSecret,
  openMasterSecret,
  readMasterSecret,
  getSecretPath,
  openDataDirectory,
} from "../adapters/system/index.js";
import type { EventLog, Store } from "../ports/driven/index.js";
import type { Settings } from "./settings.js";

/** The metadata entry with a value derived from the secret, by which the store recognises it. */
const SECRET_CHECK_KEY = "secret_check";

const deriveCheck = (secret: MasterSecret): string => secret.deriveKey("secret-check").toString("hex");

/** @returns the value by which the secret of an open store is recognised. @throws Error when the store has none. */
export async function readSecretCheck({ metadata }: Pick<Store, "metadata">): Promise<string> {
  const check = await metadata.get(SECRET_CHECK_KEY);
  if (check === undefined) throw new Error("The store has no secret check value");
  return check;
}

export interface MasterSecretDependencies {
  readonly settings: Pick<Settings, "secret" | "dataDirectory" | "store">;
  readonly store: Pick<Store, "metadata" | "users">;
  readonly log: EventLog;
}

/**
 * Finds the secret that the store was written with: `MNEME_SECRET`, or the file in the data directory, which is created
 * for a new store. A store of an earlier version adopts the first secret that it is opened with.
 * @throws Error with a one-line message for a wrong secret, a missing one, or two different ones when the store cannot
 *   tell which is right.
 */
export async function resolveMasterSecret(dependencies: MasterSecretDependencies): Promise<MasterSecret> {
  const { store } = dependencies;
  // Read before the secret file: a process that starts at the same time writes its secret file first.
  const storedCheck = await store.metadata.get(SECRET_CHECK_KEY);
  const isNewStore = storedCheck === undefined && (await store.users.list({ limit: 1 })).length === 0;
  const secret = await (dependencies.settings.secret === undefined
    ? loadSecret(dependencies, isNewStore)
    : readConfiguredSecret(dependencies, storedCheck));
  const check = await store.metadata.insertOrGet(SECRET_CHECK_KEY, deriveCheck(secret));
  if (check !== deriveCheck(secret)) throw await wrongSecretError(dependencies, check);
  return secret;
}

async function loadSecret(
  { settings: { dataDirectory, store }, log }: MasterSecretDependencies,
  isNewStore: boolean,
): Promise<MasterSecret> {
  if (isNewStore) {
    if (store === "memory") await prepareDataDirectory(dataDirectory, log);
    return openMasterSecret(dataDirectory);
  }
  const storedSecret = await readMasterSecret(dataDirectory);
  if (storedSecret) return storedSecret;
  const file = getSecretPath(dataDirectory);
  throw new Error(`The secret of the data in ${dataDirectory} is missing: restore ${file}, or set MNEME_SECRET to it`);
}

/** @param storedCheck the check value of the store. */
async function readConfiguredSecret(
  { settings, log }: MasterSecretDependencies,
  storedCheck: string | undefined,
): Promise<MasterSecret> {
  const { secret = "", dataDirectory } = settings;
  const configuredSecret = new MasterSecret(secret);
  const storedSecret = settings.store === "sqlite" ? await readMasterSecret(dataDirectory) : undefined;
  if (!storedSecret || deriveCheck(storedSecret) === deriveCheck(configuredSecret)) return configuredSecret;
  const file = getSecretPath(dataDirectory);
  if (storedCheck === undefined) {
    throw new Error(`MNEME_SECRET and ${file} differ: remove the one that the data was not written with`);
  }
  if (deriveCheck(configuredSecret) === storedCheck) log.warn("secret_file.ignored", { file });
  return configuredSecret;
}

async function wrongSecretError({ settings }: MasterSecretDependencies, check: string): Promise<Error> {
  const { secret, dataDirectory, store } = settings;
  if (store === "mongodb") {
    return new Error("MNEME_SECRET is not the secret that the data in MongoDB was written with: set it to that secret");
  }
  const file = getSecretPath(dataDirectory);
  const expectedSecret = `the secret that the data in ${dataDirectory} was written with`;
  if (secret === undefined) {
    return new Error(`${file} is not ${expectedSecret}: restore it from a backup, or set MNEME_SECRET to that secret`);
  }
  const storedSecret = await readMasterSecret(dataDirectory);
  const remedy =
    storedSecret && deriveCheck(storedSecret) === check ? `unset it to use ${file}` : "set it to that secret";
  return new Error(`MNEME_SECRET is not ${expectedSecret}: ${remedy}`);
}

/** As `openDataDirectory`. @throws Error with a one-line message that names the setting and the directory. */
export async function prepareDataDirectory(directory: string, log: EventLog): Promise<void> {
  try {
    await openDataDirectory(directory, log);
  } catch (error) {
    throw new Error(`MNEME_DATA_DIR: the directory ${directory} cannot be used: ${getErrorMessage(error)}`, {
      cause: error,
    });
  }
}

/** @throws Error with the original message and the setting that locates the store. */
export async function addSettingToError<T>(directory: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw new Error(`${getErrorMessage(error)} (MNEME_DATA_DIR is ${directory})`, { cause: error });
  }
}

function getErrorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
