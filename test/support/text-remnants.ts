import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Returns the encodings in which a text may occur, such as UTF-8, JSON escapes and UTF-16. */
function encodeForms(text: string): Buffer[] {
  const escaped = text.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const utf16 = Buffer.from(text, "utf16le");
  return [
    Buffer.from(text),
    Buffer.from(text, "latin1"),
    Buffer.from(escaped),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(encodeURIComponent(text)),
  ];
}

/** Lower-cases ASCII letters: a normalised text is a remnant as well. */
const foldCase = (bytes: Buffer): string =>
  bytes.toString("latin1").replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Returns the texts that occur in these bytes, in any encoding. */
export function findTexts(bytes: Buffer, texts: readonly string[]): string[] {
  const haystack = foldCase(bytes);
  return texts.filter((text) => encodeForms(text).some((form) => haystack.includes(foldCase(form))));
}

/**
 * Finds texts in the files of a directory and its subdirectories, and in deleted files that these processes still have
 * open.
 * @returns each remnant as "text in file".
 */
export async function findTextRemnants(
  texts: readonly string[],
  directory: string,
  pids: readonly number[] = [],
): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  if (files.length === 0) throw new Error(`There is no file in ${directory}: nothing was searched`);
  const removedFiles = (await Promise.all(pids.map(listRemovedFiles))).flat();
  const remnants = await Promise.all(
    [...files, ...removedFiles].map(async (file) =>
      findTexts(await readBytes(file), texts).map((text) => `${text} in ${file}`),
    ),
  );
  return remnants.flat();
}

/** Lists the deleted files that a process has open, because it deletes temporary files right after opening them. */
async function listRemovedFiles(pid: number): Promise<string[]> {
  const folder = `/proc/${pid}/fd`;
  const descriptors = (await readdir(folder)).map((name) => join(folder, name));
  const targets = await Promise.all(descriptors.map((path) => readlink(path).catch(ifMissing(""))));
  return descriptors.filter((_, index) => / \(deleted\)$/.test(targets[index] ?? ""));
}

/** A file that is deleted between listing and reading contains nothing. */
const readBytes = (file: string): Promise<Buffer> => readFile(file).catch(ifMissing(Buffer.alloc(0)));

function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== "ENOENT") throw error;
    return value;
  };
}
