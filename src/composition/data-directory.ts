import { openDataDirectory } from "../adapters/system/index.js";
import type { EventLog } from "../ports/driven/index.js";

/** As `openDataDirectory`. @throws Error with a one-line message that names the setting and the directory. */
export async function prepareDirectory(directory: string, log: EventLog): Promise<void> {
  try {
    await openDataDirectory(directory, log);
  } catch (error) {
    throw new Error(`MNEME_DATA_DIR: the directory ${directory} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/** @throws Error with the original message and the setting that locates the store. */
export async function addSettingToError<T>(directory: string, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw new Error(`${messageOf(error)} (MNEME_DATA_DIR is ${directory})`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
