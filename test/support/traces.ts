import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** The bytes that a text may stand in: as it is, in JSON's escapes, in UTF-16. */
function formsOf(text: string): Buffer[] {
  const escaped = text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const wide = Buffer.from(text, "utf16le");
  return [
    Buffer.from(text),
    Buffer.from(text, "latin1"),
    Buffer.from(escaped),
    wide,
    Buffer.from(wide).swap16(),
    Buffer.from(encodeURIComponent(text)),
  ];
}

/** Without regard to the case of ASCII letters: a normalised text is a trace as well. */
const folded = (bytes: Buffer): string =>
  bytes.toString("latin1").replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Which of the texts stand, in whatever form, in these bytes. */
export function textsIn(bytes: Buffer, texts: readonly string[]): string[] {
  const haystack = folded(bytes);
  return texts.filter((text) => formsOf(text).some((form) => haystack.includes(folded(form))));
}

/**
 * Which of the texts stand in a file of the folder or of those below it, or in one that these processes hold open, a
 * removed one perhaps; each as "text in file".
 */
export async function tracesOf(
  texts: readonly string[],
  directory: string,
  pids: readonly number[] = [],
): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  if (files.length === 0) throw new Error(`There is no file in ${directory}: nothing was searched`);
  const held = (await Promise.all(pids.map(removedFilesOf))).flat();
  const found = await Promise.all(
    [...files, ...held].map(async (file) => textsIn(await bytesOf(file), texts).map((text) => `${text} in ${file}`)),
  );
  return found.flat();
}

/** A temporary file is removed as soon as it is open, and lives until it is closed. */
async function removedFilesOf(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const descriptors = (await readdir(folder)).map((name) => join(folder, name));
  const targets = await Promise.all(descriptors.map((path) => readlink(path).catch(whenGone(""))));
  return descriptors.filter((_, index) => / \(deleted\)$/.test(targets[index] ?? ""));
}

/** A file that is gone between being listed and being read holds nothing. */
const bytesOf = (file: string): Promise<Buffer> => readFile(file).catch(whenGone(Buffer.alloc(0)));

function whenGone<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== "ENOENT") throw error;
    return value;
  };
}
