import { MasterSecret, openMasterSecret, readMasterSecret, secretFile } from "../adapters/system/index.js";
import type { EventLog, Store } from "../ports/driven/index.js";
import { prepareDirectory } from "./data-directory.js";
import type { Settings } from "./settings.js";

/** The metadata entry with a value derived from the secret, by which the store recognises it. */
const CHECK_NAME = "secret_check";

const deriveCheck = (secret: MasterSecret): string => secret.derive("secret-check").toString("hex");

/** @returns the value by which the secret of an open store is recognised. */
export async function readSecretCheck({ metadata }: Pick<Store, "metadata">): Promise<string> {
  const check = await metadata.get(CHECK_NAME);
  if (check === undefined) throw new Error("The store does not know its secret");
  return check;
}

export interface SecretParts {
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
export async function resolveMasterSecret(parts: SecretParts): Promise<MasterSecret> {
  const { store } = parts;
  // Read before the secret file: a process that starts at the same time writes its secret file first.
  const known = await store.metadata.get(CHECK_NAME);
  const isNew = known === undefined && (await store.users.list({ limit: 1 })).length === 0;
  const secret = await (parts.settings.secret === undefined
    ? loadSecret(parts, isNew)
    : readConfiguredSecret(parts, known));
  const check = await store.metadata.insertOrGet(CHECK_NAME, deriveCheck(secret));
  if (check !== deriveCheck(secret)) throw await wrongSecretError(parts, check);
  return secret;
}

async function loadSecret(
  { settings: { dataDirectory, store }, log }: SecretParts,
  isNew: boolean,
): Promise<MasterSecret> {
  if (isNew) {
    if (store === "memory") await prepareDirectory(dataDirectory, log);
    return openMasterSecret(dataDirectory);
  }
  const kept = await readMasterSecret(dataDirectory);
  if (kept) return kept;
  const file = secretFile(dataDirectory);
  throw new Error(`The secret of the data in ${dataDirectory} is missing: restore ${file}, or set MNEME_SECRET to it`);
}

/** @param known the check value of the store. */
async function readConfiguredSecret({ settings, log }: SecretParts, known: string | undefined): Promise<MasterSecret> {
  const { secret = "", dataDirectory } = settings;
  const configured = new MasterSecret(secret);
  const kept = settings.store === "sqlite" ? await readMasterSecret(dataDirectory) : undefined;
  if (!kept || deriveCheck(kept) === deriveCheck(configured)) return configured;
  const file = secretFile(dataDirectory);
  if (known === undefined) {
    throw new Error(`MNEME_SECRET and ${file} differ: remove the one that the data was not written with`);
  }
  if (deriveCheck(configured) === known) log.warn("secret_file.ignored", { file });
  return configured;
}

async function wrongSecretError({ settings }: SecretParts, check: string): Promise<Error> {
  const { secret, dataDirectory, store } = settings;
  if (store === "mongodb") {
    return new Error("MNEME_SECRET is not the secret that the data in MongoDB was written with: set it to that secret");
  }
  const file = secretFile(dataDirectory);
  const writtenWith = `the secret that the data in ${dataDirectory} was written with`;
  if (secret === undefined) {
    return new Error(`${file} is not ${writtenWith}: restore it from a backup, or set MNEME_SECRET to that secret`);
  }
  const kept = await readMasterSecret(dataDirectory);
  const remedy = kept && deriveCheck(kept) === check ? `unset it to use ${file}` : "set it to that secret";
  return new Error(`MNEME_SECRET is not ${writtenWith}: ${remedy}`);
}
