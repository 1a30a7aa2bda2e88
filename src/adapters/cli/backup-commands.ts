import type { Command } from "commander";
import { command, type Output, type Surface } from "./commands.js";

/** What a backup file contains. */
export interface BackupSummary {
  readonly bytes: number;
  /** False when the secret is set by MNEME_SECRET: the backup does not hold it, and is useless without it. */
  readonly includesSecret: boolean;
}

/** The result of a restore. */
export interface RestoreSummary {
  readonly includesSecret: boolean;
  /** The directory in which the files that were replaced are kept; undefined when there were none. */
  readonly keptIn: string | undefined;
}

/** Backs up and restores the store without starting the service. */
export interface Backups {
  /** @throws Error with a one-line message; the file is then unchanged. */
  backUp(file: string, options: { readonly force: boolean }): Promise<BackupSummary>;
  /** @throws Error with a one-line message. */
  restore(file: string, options: { readonly force: boolean }): RestoreSummary;
}

interface ForceOption extends Output {
  readonly force?: boolean;
}

const MEGABYTE = 1_000_000;
const KEEP_SECRET = "MNEME_SECRET is not in it: keep that too, or no key or token works after a restore.";
const SET_SECRET =
  "The backup holds no secret: start with the MNEME_SECRET, or the file `secret`, of the store it was made of.";

/** `mneme backup` and `mneme restore`. */
export function backupCommands(mneme: Command, backups: Backups, { show }: Pick<Surface, "show">): void {
  command(mneme, "backup", "write the whole store, with its secret, to one file, also while a server runs")
    .argument("<file>", "where to write it; only its owner can read it")
    .option("--force", "replace the file if it exists")
    .action(async (file: string, options: ForceOption) => {
      const { bytes, includesSecret } = await backups.backUp(file, { force: options.force ?? false });
      const lines = [
        `Backed up to ${file} (${(bytes / MEGABYTE).toFixed(1)} MB). Keep it safe: it holds all data, unencrypted.`,
        ...(includesSecret ? [] : [KEEP_SECRET]),
      ];
      show({ file, bytes, includes_secret: includesSecret }, options, () => lines.join("\n"));
    });

  command(mneme, "restore", "put the store of a backup in place; no server may be running")
    .argument("<file>", "a file that `mneme backup` made")
    .option("--force", "set aside the store that is there")
    .action((file: string, options: ForceOption) => {
      const { keptIn, includesSecret } = backups.restore(file, { force: options.force ?? false });
      const lines = [
        `Restored from ${file}.`,
        ...(keptIn === undefined ? [] : [`What was there before is kept in ${keptIn}.`]),
        ...(includesSecret ? [] : [SET_SECRET]),
      ];
      show({ file, includes_secret: includesSecret, kept_in: keptIn ?? null }, options, () => lines.join("\n"));
    });
}
