import type { Command } from "commander";
import type { ReprocessingProgress, ReprocessingWatch } from "../../ports/driving/index.js";
import { callOfKnown, command, type Output, type Surface } from "./commands.js";
import type { Surroundings } from "./program.js";
import { ProgressBar } from "./progress-bar.js";

interface Options extends Output {
  readonly all?: boolean;
  readonly user?: string;
  readonly outdated?: boolean;
  readonly anew?: boolean;
}

/** Whose conversation one is where nobody is named. */
const USUAL_USER = "me";
/** What is at hand when it is asked to stop has so long to come to its end, in milliseconds: somebody waits. */
const GRACE_MS = 1_000;
/** Who only waits for time to pass keeps no process running: this does, though it has nothing to do. */
const LONG_MS = 3_600_000;

const BAR = "{bar} {percentage} % | {value} of {total} | {told}";

/** `mneme reprocess`: conversations are summarised anew, by the summariser that there is now. */
export function reprocessCommand(
  mneme: Command,
  { using, show }: Surface,
  { untilAskedToStop }: Pick<Surroundings, "untilAskedToStop">,
): void {
  command(mneme, "reprocess", "re-summarise one or all conversations; interrupted runs resume")
    .argument("[id]", "the conversation's id")
    .option("--all", "all conversations, the oldest first")
    .option("--user <id>", `whose; with --all everybody's without it, else ${USUAL_USER}`)
    .option("--outdated", "with --all: only what another summariser has made")
    .option("--anew", "with --all: from the start, though an earlier run has not come to its end")
    .action(async (id: string | undefined, options: Options) => {
      if ((id === undefined) === (options.all !== true)) throw new Error("Pass a conversation ID or --all");
      const { user, outdated = false, anew = false } = options;
      if (id !== undefined && (outdated || anew)) throw new Error("--outdated and --anew go with --all");
      await using(async (program) => {
        const { application } = program;
        if (id !== undefined || user !== undefined) await callOfKnown(program, user ?? USUAL_USER);
        application.start();
        const bar = new ProgressBar(BAR, options.json !== true);
        let isStopped = false;
        // Whoever asks once more is not held up: nothing listens any more, and the system ends the process.
        void untilAskedToStop().then(() => {
          isStopped = true;
          bar.stop();
          process.stderr.write("Stopping…\n");
          // What does not end by then is given back, so that the same command need not wait for it.
          return application.stop(GRACE_MS);
        });
        const watch: ReprocessingWatch = {
          report: (progress) =>
            bar.show({ done: progress.seen, total: progress.total }, { told: parts(progress).join(", ") }),
          isStopped: () => isStopped,
        };
        const { reprocessing } = application;
        const work =
          id === undefined
            ? reprocessing.all({ ...(user === undefined ? {} : { userId: user }), outdatedOnly: outdated, anew }, watch)
            : reprocessing.one(user ?? USUAL_USER, id, watch);
        const stayAlive = setInterval(() => undefined, LONG_MS);
        const outcome = await work.finally(() => {
          clearInterval(stayAlive);
          bar.stop();
        });
        show(shown(outcome), options, () => told(outcome));
        if (outcome.isStopped) throw new Error("Stopped before the end: the same command goes on");
        if (outcome.failed > 0) throw new Error(`${counted(outcome.failed)} could not be summarised anew`);
      });
    });
}

function shown({ total, seen, madeBy, passedOver, failed }: ReprocessingProgress): object {
  return { total, seen, made_by: Object.fromEntries(madeBy), passed_over: passedOver, failed };
}

const counted = (number: number): string => `${number} conversation${number === 1 ? "" : "s"}`;

function told(outcome: ReprocessingProgress): string {
  return `${counted(outcome.seen)} of ${outcome.total}: ${parts(outcome).join(", ")}`;
}

function parts({ madeBy, passedOver, failed }: ReprocessingProgress): string[] {
  return [
    ...[...madeBy].map(([by, number]) => `${number} by ${by}`),
    ...(passedOver > 0 ? [`${passedOver} as before`] : []),
    `${failed} failed`,
  ];
}
