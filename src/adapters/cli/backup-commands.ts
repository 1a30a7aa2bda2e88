import type { Command } from "commander";
import { addCommand, type OutputOptions, type CommandContext } from "./command-builder.js";
import { formatMegabytes } from "./format-text.js";

/** What a backup file contains. */
export interface BackupSummary {
  readonly bytes: number;
  /** False when the secret is set by MNEME_SECRET: the backup does not hold it, and is useless without it. */
  readonly includesSecret: boolean;
}

/** The result of a restore. */
export interface RestoreSummary {
  readonly includesSecret: boolean;
  /** The directories in which the files that were replaced are kept; several after interrupted restores. */
  readonly keptIn: readonly string[];
}

/** Backs up and restores the store without starting the service. */
export interface Backups {
  /** @throws Error with a one-line message; the file is then unchanged. */
  backUp(file: string, options: { readonly force: boolean }): Promise<BackupSummary>;
  /** @throws Error with a one-line message. */
  restore(file: string, options: { readonly force: boolean }): RestoreSummary;
}

interface ForceOption extends OutputOptions {
  readonly force?: boolean;
}

const KEEP_SECRET_WARNING =
  "The backup does not contain MNEME_SECRET: keep it too, or no key or token works after a restore.";
const SET_SECRET_WARNING =
  "The backup contains no secret: start with the MNEME_SECRET, or the file `secret`, of the original store.";

/** `mneme backup` and `mneme restore`. */
export function addBackupCommands(
  mneme: Command,
  backups: Backups,
  { printResult }: Pick<CommandContext, "printResult">,
): void {
  addCommand(mneme, "backup", "back up the store and its secret to one file; a server may be running")
    .argument("<file>", "output file, readable by its owner only")
    .option("--force", "replace the file if it exists")
    .action(async (file: string, options: ForceOption) => {
      const { bytes, includesSecret } = await backups.backUp(file, { force: options.force ?? false });
      const lines = [
        `Backed up to ${file} (${formatMegabytes(bytes)}). It contains all data and is not encrypted: keep it safe.`,
        ...(includesSecret ? [] : [KEEP_SECRET_WARNING]),
      ];
      printResult({ file, bytes, includes_secret: includesSecret }, options, () => lines.join("\n"));
    });

  addCommand(mneme, "restore", "restore the store from a backup; no server may be running")
    .argument("<file>", "a file created by `mneme backup`")
    .option("--force", "move an existing store to a new directory")
    .action((file: string, options: ForceOption) => {
      const { keptIn, includesSecret } = backups.restore(file, { force: options.force ?? false });
      const lines = [
        `Restored from ${file}.`,
        ...(keptIn.length === 0 ? [] : [`The previous files are in ${keptIn.join(" and ")}.`]),
        ...(includesSecret ? [] : [SET_SECRET_WARNING]),
      ];
      printResult({ file, includes_secret: includesSecret, kept_in: keptIn }, options, () => lines.join("\n"));
    });
}
