import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { getErrorCode } from "./data-directory.js";

/** In characters; a shorter secret could be guessed. */
export const MIN_SECRET_LENGTH = 32;

/** The name of the file in the data directory that holds a generated secret. */
export const SECRET_FILE_NAME = "secret";

/** The secret that all keys of the service are derived from. */
export class MasterSecret {
  private readonly secret: string;

  /**
   * @param secret surrounding white space is ignored, so that the content of the secret file can be passed as a
   * setting.
   * @throws Error when it has fewer than `MIN_SECRET_LENGTH` characters.
   */
  constructor(secret: string) {
    this.secret = secret.trim();
    if (this.secret.length < MIN_SECRET_LENGTH) {
      throw new Error(`The secret is too short: it must have at least ${MIN_SECRET_LENGTH} characters`);
    }
  }

  /**
   * Derives a key of 32 bytes with HKDF-SHA-256 (RFC 5869). The same purpose always gives the same key; the key of one
   * purpose reveals nothing about that of another.
   */
  deriveKey(purpose: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.secret, "", `mneme/${purpose}`, 32));
  }
}

export function getSecretPath(directory: string): string {
  return join(directory, SECRET_FILE_NAME);
}

/**
 * @returns the secret in the directory; undefined when there is none.
 * @throws Error when the file does not hold a valid secret.
 */
export async function readMasterSecret(directory: string): Promise<MasterSecret | undefined> {
  const path = getSecretPath(directory);
  const content = await readFileIfExists(path);
  if (content === undefined) return undefined;
  if (content.trim().length < MIN_SECRET_LENGTH) throw new Error(`${path} holds no secret: restore it from a backup`);
  return new MasterSecret(content);
}

/**
 * Reads the secret in the directory, or creates it. Processes that start at the same time get the same secret. It is on
 * disk when the promise resolves.
 * @param directory created when it does not exist; its parent must exist.
 * @throws Error when the directory is not writable, or the file does not hold a valid secret.
 */
export async function openMasterSecret(directory: string): Promise<MasterSecret> {
  const existing = await readMasterSecret(directory);
  if (existing) return existing;
  await createSecretFile(directory, getSecretPath(directory));
  const created = await readMasterSecret(directory);
  if (!created) throw new Error(`${getSecretPath(directory)} was removed while it was made`);
  return created;
}

async function readFileIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a temporary file and links it to `path`. If another process was faster, its complete file is kept. */
async function createSecretFile(directory: string, path: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (getErrorCode(error) !== "EEXIST") throw error;
  });
  const temporaryPath = `${path}.${randomUUID()}`;
  try {
    await writeDurably(temporaryPath, `${randomBytes(32).toString("hex")}\n`);
    await link(temporaryPath, path);
  } catch (error) {
    if (getErrorCode(error) !== "EEXIST") throw error;
  } finally {
    await rm(temporaryPath, { force: true });
  }
  await syncDirectory(directory);
}

async function writeDurably(path: string, content: string): Promise<void> {
  const handle = await open(path, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot open directories, and needs no sync for their entries.
  if (process.platform === "win32") return;
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
