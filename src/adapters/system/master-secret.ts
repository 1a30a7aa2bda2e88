import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** In characters. Less than this could be guessed. */
export const SHORTEST_SECRET = 32;

const FILE = "secret";

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

export interface MasterSecretSource {
  /** The operator's own secret, when there is one. */
  readonly setting?: string | undefined;
  /** Where one is kept, and made when there is none yet. Looked at only without a setting. */
  readonly directory: string;
}

/**
 * The secret of this installation. Of any number of processes that start at once on an empty directory all end with
 * the same one; once answered, it outlives a loss of power.
 * @throws Error when the directory cannot be written, or holds a file that is no secret.
 */
export async function openMasterSecret({ setting, directory }: MasterSecretSource): Promise<MasterSecret> {
  if (setting !== undefined) return new MasterSecret(setting);
  const file = join(directory, FILE);
  const kept = (await readIfThere(file)) ?? (await keepFirst(directory, file));
  if (kept.trim().length < SHORTEST_SECRET) throw new Error(`${file} holds no secret: restore it from a backup`);
  return new MasterSecret(kept);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Writes a whole file under another name and links it: who comes second finds the first one's, never a part of it. */
async function keepFirst(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeDurably(draft, `${randomBytes(32).toString("hex")}\n`);
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncDirectory(directory);
  return readFile(file, "utf8");
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
