import type { Command } from "commander";
import { callOfKnown, command, type Output, type Surface } from "./commands.js";
import { ProgressBar } from "./progress-bar.js";

/** How far an export or import has come. */
export interface TransferProgress {
  readonly done: number;
  readonly total: number;
}

export interface ExportOptions {
  /** Only what this user owns. */
  readonly userId?: string;
  readonly force: boolean;
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface ExportSummary {
  readonly entries: number;
  /** The size of the file; undefined for standard output. */
  readonly bytes: number | undefined;
}

export interface ImportOptions {
  /** Progress of the check of the file, in bytes. */
  readonly onCheck: (progress: TransferProgress) => void;
  readonly onProgress: (progress: TransferProgress) => void;
}

export interface ImportSummary {
  readonly added: number;
  /** Entries that the store had already. */
  readonly existing: number;
  /** Entries that are deleted in the store, or conflict with other data of it. */
  readonly skipped: number;
  /** False when the archive was written with another master secret. */
  readonly hasSameSecret: boolean;
}

/** Copies data between stores. */
export interface Archives {
  /** @param file `-` for standard output. @throws Error with a one-line message; there is no new file then. */
  export(file: string, options: ExportOptions): Promise<ExportSummary>;
  /** @throws Error with a one-line message that names the file and, if a line is wrong, the line. */
  import(file: string, options: ImportOptions): Promise<ImportSummary>;
}

const STANDARD_OUTPUT = "-";
const MEGABYTE = 1_000_000;
const OTHER_SECRET = [
  "The archive was written with another MNEME_SECRET: its API keys, the secrets of its apps and the tokens of its",
  "push targets do not work here. Create new ones.",
].join("\n");

/** `mneme export` and `mneme import`. */
export function archiveCommands(mneme: Command, { using, show }: Surface): void {
  command(mneme, "export", "write the data of all users, or of one, to a file that any store can import")
    .argument("<file>", "where to write it, compressed if it ends in .gz; - is standard output")
    .option("--user <id>", "only what this user owns")
    .option("--force", "replace the file if it exists")
    .action(async (file: string, options: Output & { user?: string; force?: boolean }) => {
      const { user, force = false, json = false } = options;
      const isStream = file === STANDARD_OUTPUT;
      await using(async (program) => {
        if (user !== undefined) await callOfKnown(program, user);
        const bar = new ProgressBar("Exporting {bar} {percentage} % | {value} of {total}", !json && !isStream);
        const work = program.archives.export(file, {
          ...(user === undefined ? {} : { userId: user }),
          force,
          onProgress: (progress) => bar.show(progress),
        });
        const { entries, bytes } = await work.finally(() => bar.stop());
        if (bytes === undefined) return;
        const size = `${(bytes / MEGABYTE).toFixed(1)} MB`;
        const note = "Keep it safe: it holds personal data, unencrypted.";
        show({ file, entries, bytes }, options, () => `Exported ${entries} entries to ${file} (${size}). ${note}`);
      });
    });

  command(mneme, "import", "add the data of an archive; an interrupted import is continued by running it again")
    .argument("<file>", "a file that `mneme export` wrote")
    .action(async (file: string, options: Output) => {
      await using(async (program) => {
        const isWanted = options.json !== true;
        const checkBar = new ProgressBar("Checking  {bar} {percentage} %", isWanted);
        const bar = new ProgressBar("Importing {bar} {percentage} % | {value} of {total}", isWanted);
        const work = program.archives.import(file, {
          onCheck: (progress) => checkBar.show(progress),
          onProgress: (progress) => {
            checkBar.stop();
            bar.show(progress);
          },
        });
        const result = await work.finally(() => {
          checkBar.stop();
          bar.stop();
        });
        const { added, existing, skipped, hasSameSecret } = result;
        const summary = `Imported ${file}: ${added} new, ${existing} there already, ${skipped} skipped.`;
        const lines = [summary, ...(hasSameSecret ? [] : [OTHER_SECRET])];
        show({ file, added, existing, skipped, has_same_secret: hasSameSecret }, options, () => lines.join("\n"));
      });
    });
}
