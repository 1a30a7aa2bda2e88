import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./data-directory.js";

/** In characters. Less than this could be guessed. */
export const SHORTEST_SECRET = 32;

/** The name of the file in the data directory that holds a generated secret. */
export const SECRET_FILE = "secret";

/** The one secret that every other key of the service is derived from (design 7). */
export class MasterSecret {
  private readonly text: string;

  /**
   * @param text white space around it does not count, so that the kept file's content can be handed over as a setting.
   * @throws Error when it has fewer than `SHORTEST_SECRET` characters.
   */
  constructor(text: string) {
    this.text = text.trim();
    if (this.text.length < SHORTEST_SECRET) {
      throw new Error(`The secret is too short: it must have at least ${SHORTEST_SECRET} characters`);
    }
  }

  /**
   * HKDF-SHA-256 (RFC 5869): 32 bytes, the same for the same purpose every time, and nothing is learnt from the key
   * of one purpose about that of another.
   */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync("sha256", this.text, "", `mneme/${purpose}`, 32));
  }
}

/** The path of the secret file in this data directory. */
export function secretFile(directory: string): string {
  return join(directory, SECRET_FILE);
}

/**
 * @returns the secret in the directory; undefined when there is none.
 * @throws Error when the file holds no valid secret.
 */
export async function readMasterSecret(directory: string): Promise<MasterSecret | undefined> {
  const file = secretFile(directory);
  const kept = await readIfThere(file);
  if (kept === undefined) return undefined;
  if (kept.trim().length < SHORTEST_SECRET) throw new Error(`${file} holds no secret: restore it from a backup`);
  return new MasterSecret(kept);
}

/**
 * Reads the secret in the directory, or creates it. Processes that start at the same time get the same secret; it is on
 * disk when the promise resolves.
 * @param directory created when it does not exist; its parent must exist.
 * @throws Error when the directory cannot be written, or the file holds no valid secret.
 */
export async function openMasterSecret(directory: string): Promise<MasterSecret> {
  const kept = await readMasterSecret(directory);
  if (kept) return kept;
  await keepFirst(directory, secretFile(directory));
  const made = await readMasterSecret(directory);
  if (!made) throw new Error(`${secretFile(directory)} was removed while it was made`);
  return made;
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes a whole file under another name and links it: who comes second finds the first one's, never a part of it. */
async function keepFirst(directory: string, file: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeDurably(draft, `${randomBytes(32).toString("hex")}\n`);
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(directory);
}

async function writeDurably(file: string, content: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncDirectory(directory: string): Promise<void> {
  // Windows opens no directories, and keeps their entries by itself.
  if (process.platform === "win32") return;
  const handle = await open(directory);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
