import type { Command } from "commander";
import type { ReprocessingProgress, ReprocessingObserver } from "../../ports/driving/index.js";
import { createKnownUserContext, addCommand, type OutputOptions, type CommandContext } from "./command-builder.js";
import type { CliEnvironment } from "./service-handle.js";
import { ProgressBar } from "./terminal.js";

interface ReprocessOptions extends OutputOptions {
  readonly all?: boolean;
  readonly user?: string;
  readonly outdated?: boolean;
  readonly restart?: boolean;
}

/** The owner of a single conversation if `--user` is absent. */
const DEFAULT_CONVERSATION_OWNER = "me";
/** Grace period for work in progress after a stop request; short, because a user waits. */
const STOP_TIMEOUT_MS = 1_000;
/** Interval of a timer without effect that keeps the process running: the other timers do not. */
const KEEP_ALIVE_INTERVAL_MS = 3_600_000;

const PROGRESS_FORMAT = "{bar} {percentage} % | {value} of {total} | {summary}";

/** `mneme reprocess`: re-summarises conversations with the current summariser. */
export function addReprocessCommand(
  mneme: Command,
  { withService, printResult }: CommandContext,
  { waitForStopRequest }: Pick<CliEnvironment, "waitForStopRequest">,
): void {
  addCommand(mneme, "reprocess", "re-summarise one or all conversations; interrupted runs resume")
    .argument("[id]", "the conversation's id")
    .option("--all", "all conversations, oldest first")
    .option("--user <id>", `ID of the user; default: all users with --all, else ${DEFAULT_CONVERSATION_OWNER}`)
    .option("--outdated", "with --all: only conversations that a different summariser processed")
    .option("--restart", "with --all: start over instead of resuming an unfinished run")
    .action(async (id: string | undefined, options: ReprocessOptions) => {
      if ((id === undefined) === (options.all !== true)) throw new Error("Pass a conversation ID or --all");
      const { user, outdated = false, restart = false } = options;
      if (id !== undefined && (outdated || restart)) throw new Error("--outdated and --restart require --all");
      await withService(async (service) => {
        const { application } = service;
        if (id !== undefined || user !== undefined)
          await createKnownUserContext(service, user ?? DEFAULT_CONVERSATION_OWNER);
        application.start();
        const bar = new ProgressBar(PROGRESS_FORMAT, options.json !== true);
        let isStopped = false;
        // A second stop request ends the process at once, because no handler is registered any more.
        void waitForStopRequest().then(() => {
          isStopped = true;
          bar.stop();
          process.stderr.write("Stopping…\n");
          // Releases the leases of unfinished work, so that a repeated command need not wait for their expiry.
          return application.stop(STOP_TIMEOUT_MS);
        });
        const watch: ReprocessingObserver = {
          onProgress: (progress) =>
            bar.show(
              { done: progress.processed, total: progress.total },
              { summary: describeProgress(progress).join(", ") },
            ),
          shouldStop: () => isStopped,
        };
        const { reprocessing } = application;
        const run =
          id === undefined
            ? reprocessing.reprocessAll(
                { ...(user === undefined ? {} : { userId: user }), outdatedOnly: outdated, restart },
                watch,
              )
            : reprocessing.reprocessOne(user ?? DEFAULT_CONVERSATION_OWNER, id, watch);
        const keepAliveTimer = setInterval(() => undefined, KEEP_ALIVE_INTERVAL_MS);
        const outcome = await run.finally(() => {
          clearInterval(keepAliveTimer);
          bar.stop();
        });
        printResult(toReprocessJson(outcome), options, () => renderOutcome(outcome));
        if (outcome.isStopped) throw new Error("Stopped before the end: repeat the command to resume");
        if (outcome.failed > 0)
          throw new Error(`${formatConversationCount(outcome.failed)} could not be re-summarised`);
      });
    });
}

function toReprocessJson({
  total,
  processed: seen,
  countBySummariser: madeBy,
  skipped: passedOver,
  failed,
}: ReprocessingProgress): object {
  return { total, seen, made_by: Object.fromEntries(madeBy), passed_over: passedOver, failed };
}

const formatConversationCount = (count: number): string => `${count} conversation${count === 1 ? "" : "s"}`;

function renderOutcome(outcome: ReprocessingProgress): string {
  return `${formatConversationCount(outcome.processed)} of ${outcome.total}: ${describeProgress(outcome).join(", ")}`;
}

function describeProgress({ countBySummariser: madeBy, skipped: passedOver, failed }: ReprocessingProgress): string[] {
  return [
    ...[...madeBy].map(([summariserId, count]) => `${count} by ${summariserId}`),
    ...(passedOver > 0 ? [`${passedOver} skipped`] : []),
    `${failed} failed`,
  ];
}
