import { MasterSecret, openMasterSecret, readMasterSecret, secretFile } from "../adapters/system/index.js";
import type { EventLog, Store } from "../ports/driven/index.js";
import { usableDirectory } from "./data-directory.js";
import type { Settings } from "./settings.js";

/** What the store keeps to recognise its secret by: derived from it, and telling nothing of it. */
const CHECK = "secret_check";

const checkOf = (secret: MasterSecret): string => secret.derive("secret-check").toString("hex");

export interface SecretParts {
  readonly settings: Pick<Settings, "secret" | "dataDirectory" | "store">;
  readonly store: Pick<Store, "metadata" | "users">;
  readonly log: EventLog;
}

/**
 * The secret that the store was written with: that of `MNEME_SECRET`, or the one in the data directory, which is made
 * for a new store. A store of an earlier version takes the one that it is opened with first for its own.
 * @throws Error in one line for another secret than the store's, a missing one, or two of which nothing tells which
 * one is right.
 */
export async function masterSecretOf(parts: SecretParts): Promise<MasterSecret> {
  const { store } = parts;
  // Before the secret is looked for: a process that starts at the same time writes its secret first.
  const known = await store.metadata.get(CHECK);
  const isNew = known === undefined && (await store.users.list()).length === 0;
  const secret = await (parts.settings.secret === undefined ? keptSecret(parts, isNew) : givenSecret(parts, known));
  const check = await store.metadata.insertOrGet(CHECK, checkOf(secret));
  if (check !== checkOf(secret)) throw await wrongSecret(parts, check);
  return secret;
}

async function keptSecret(
  { settings: { dataDirectory, store }, log }: SecretParts,
  isNew: boolean,
): Promise<MasterSecret> {
  if (isNew) {
    if (store === "memory") await usableDirectory(dataDirectory, log);
    return openMasterSecret(dataDirectory);
  }
  const kept = await readMasterSecret(dataDirectory);
  if (kept) return kept;
  const file = secretFile(dataDirectory);
  throw new Error(`The secret of the data in ${dataDirectory} is missing: restore ${file}, or set MNEME_SECRET to it`);
}

/** @param known the check value of the store. */
async function givenSecret({ settings, log }: SecretParts, known: string | undefined): Promise<MasterSecret> {
  const { secret = "", dataDirectory } = settings;
  const given = new MasterSecret(secret);
  const kept = settings.store === "memory" ? undefined : await readMasterSecret(dataDirectory);
  if (!kept || checkOf(kept) === checkOf(given)) return given;
  const file = secretFile(dataDirectory);
  if (known === undefined) {
    throw new Error(`MNEME_SECRET and ${file} differ: remove the one that the data was not written with`);
  }
  if (checkOf(given) === known) log.warn("secret.file_not_used", { file });
  return given;
}

async function wrongSecret({ settings }: SecretParts, check: string): Promise<Error> {
  const { secret, dataDirectory } = settings;
  const file = secretFile(dataDirectory);
  const writtenWith = `the secret that the data in ${dataDirectory} was written with`;
  if (secret === undefined) {
    return new Error(`${file} is not ${writtenWith}: restore it from a backup, or set MNEME_SECRET to that secret`);
  }
  const kept = await readMasterSecret(dataDirectory);
  const remedy = kept && checkOf(kept) === check ? `unset it to use ${file}` : "set it to that secret";
  return new Error(`MNEME_SECRET is not ${writtenWith}: ${remedy}`);
}
