import type { Command } from "commander";
import type { ArchiveProgress } from "../../ports/driven/store/archive.js";
import { createKnownUserContext, addCommand, type OutputOptions, type CommandContext } from "./command-builder.js";
import { ProgressBar } from "./terminal.js";
import { formatMegabytes } from "./format-text.js";

export interface ExportOptions {
  /** Exports only the data that this user owns. */
  readonly userId?: string;
  readonly force: boolean;
  readonly onProgress: (progress: ArchiveProgress) => void;
}

export interface ExportSummary {
  readonly entries: number;
  /** The size of the file; undefined for standard output. */
  readonly bytes: number | undefined;
}

export interface ImportOptions {
  /** Progress of the check of the file, in bytes. */
  readonly onCheck: (progress: ArchiveProgress) => void;
  readonly onProgress: (progress: ArchiveProgress) => void;
}

export interface ImportSummary {
  readonly added: number;
  /** Entries that the store already contained. */
  readonly existing: number;
  /** Entries that were deleted from the store or conflict with other data in it. */
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
const DIFFERENT_SECRET_WARNING = [
  "The archive was written with a different MNEME_SECRET: the API keys, app secrets and push-target tokens in it do",
  "not work here. Create new ones.",
].join("\n");

/** `mneme export` and `mneme import`. */
export function addArchiveCommands(mneme: Command, { withService, printResult }: CommandContext): void {
  addCommand(mneme, "export", "export the data of one or all users to a file that any store can import")
    .argument("<file>", "output file, compressed if it ends in .gz; - is standard output")
    .option("--user <id>", "export only the data that this user owns")
    .option("--force", "replace the file if it exists")
    .action(async (file: string, options: OutputOptions & { user?: string; force?: boolean }) => {
      const { user, force = false, json = false } = options;
      const isStream = file === STANDARD_OUTPUT;
      await withService(async (service) => {
        if (user !== undefined) await createKnownUserContext(service, user);
        const bar = new ProgressBar("Exporting {bar} {percentage} % | {value} of {total}", !json && !isStream);
        const exporting = service.archives.export(file, {
          ...(user === undefined ? {} : { userId: user }),
          force,
          onProgress: (progress) => bar.show(progress),
        });
        const { entries, bytes } = await exporting.finally(() => bar.stop());
        if (bytes === undefined) return;
        const size = formatMegabytes(bytes);
        const safetyNotice = "The file contains personal data and is not encrypted: keep it safe.";
        printResult(
          { file, entries, bytes },
          options,
          () => `Exported ${entries} entries to ${file} (${size}). ${safetyNotice}`,
        );
      });
    });

  addCommand(mneme, "import", "import the data of an archive; repeat the command to resume an interrupted import")
    .argument("<file>", "a file that `mneme export` wrote")
    .action(async (file: string, options: OutputOptions) => {
      await withService(async (service) => {
        const isProgressShown = options.json !== true;
        const checkBar = new ProgressBar("Checking  {bar} {percentage} %", isProgressShown);
        const bar = new ProgressBar("Importing {bar} {percentage} % | {value} of {total}", isProgressShown);
        const importing = service.archives.import(file, {
          onCheck: (progress) => checkBar.show(progress),
          onProgress: (progress) => {
            checkBar.stop();
            bar.show(progress);
          },
        });
        const result = await importing.finally(() => {
          checkBar.stop();
          bar.stop();
        });
        const { added, existing, skipped, hasSameSecret } = result;
        const summary = `Imported ${file}: ${added} new, ${existing} already present, ${skipped} skipped.`;
        const lines = [summary, ...(hasSameSecret ? [] : [DIFFERENT_SECRET_WARNING])];
        printResult({ file, added, existing, skipped, has_same_secret: hasSameSecret }, options, () =>
          lines.join("\n"),
        );
      });
    });
}
