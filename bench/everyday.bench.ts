import { keptKinds, loadEverydayInputs, type EverydaySet, type KeptKind } from "./everyday/everyday-inputs.js";
import { isDayRight, scoreInputs, type InputScore, type KindScore } from "./everyday/scoring.js";
import { isTimeRight } from "./language/soft-match.js";
import type { Figure } from "./support/measurement.js";

const PLURALS: Readonly<Record<KeptKind, string>> = { task: "tasks", event: "events", memory: "memories" };
/** In percent. */
const MIN_PRECISION = 85;
const MIN_RECALL = 65;
const MIN_EMPTY_RIGHT = 95;
const MIN_TIMES_RIGHT = 90;

/**
 * What the built-in summariser keeps of everyday inputs in seven languages, compared with what should be kept.
 * `EVERYDAY_SET=blind` uses the blind set: only its totals may be read, and nothing may be tuned with it.
 * `EVERYDAY_SHOW=1` prints each difference of the development set.
 */
export async function keepEverydayInputs(): Promise<Figure[]> {
  const set: EverydaySet = process.env["EVERYDAY_SET"] === "blind" ? "blind" : "dev";
  const inputs = loadEverydayInputs(set);
  const figures: Figure[] = [];
  for (const isLanguageGiven of [true, false]) {
    const scores = await scoreInputs(inputs, { isLanguageGiven });
    if (set === "dev" && isLanguageGiven && process.env["EVERYDAY_SHOW"]) scores.forEach(printDifferences);
    const condition = `${set} set, language ${isLanguageGiven ? "given" : "omitted"}`;
    figures.push(...createFigures(scores, condition));
  }
  return figures;
}

function createFigures(scores: readonly InputScore[], condition: string): Figure[] {
  const figures = keptKinds.flatMap((kind) => {
    const { correct, spurious, missed } = combine(scores, kind);
    return [
      createPercentage(
        `Precision of ${PLURALS[kind]}, ${condition}`,
        correct,
        correct.length + spurious,
        MIN_PRECISION,
      ),
      createPercentage(`Recall of ${PLURALS[kind]}, ${condition}`, correct, correct.length + missed, MIN_RECALL),
    ];
  });
  const dueTasks = combine(scores, "task").correct.filter(([, expected]) => expected.time !== null);
  const events = combine(scores, "event").correct;
  const empty = scores.filter(({ input }) => input.kept.length === 0);
  const rightlyEmpty = empty.filter(({ scores: byKind }) =>
    keptKinds.every((kind) => byKind[kind].spurious.length === 0),
  );
  return [
    ...figures,
    createPercentage(
      `Due days that are right, ${condition}`,
      dueTasks.filter((pair) => isDayRight(...pair)),
      dueTasks.length,
      MIN_TIMES_RIGHT,
    ),
    createPercentage(
      `Event starts that are right, ${condition}`,
      events.filter((pair) => isTimeRight(...pair)),
      events.length,
      MIN_TIMES_RIGHT,
    ),
    createPercentage(
      `Empty inputs of which nothing is kept, ${condition}`,
      rightlyEmpty,
      empty.length,
      MIN_EMPTY_RIGHT,
    ),
  ];
}

function combine(
  scores: readonly InputScore[],
  kind: KeptKind,
): { readonly correct: KindScore["correct"]; readonly spurious: number; readonly missed: number } {
  const byInput = scores.map((score) => score.scores[kind]);
  return {
    correct: byInput.flatMap(({ correct }) => correct),
    spurious: byInput.flatMap(({ spurious }) => spurious).length,
    missed: byInput.flatMap(({ missed }) => missed).length,
  };
}

function createPercentage(name: string, part: readonly unknown[], total: number, atLeast: number): Figure {
  return { name, value: (100 * part.length) / Math.max(1, total), unit: "%", goal: { atLeast } };
}

function printDifferences({ input, title, scores }: InputScore): void {
  console.log(`\n${input.id} ${input.kind} ${input.language}: ${title}`);
  for (const kind of keptKinds) {
    for (const { text, time } of scores[kind].spurious) console.log(`  + ${kind}: ${text} [${time}]`);
    for (const { text, time } of scores[kind].missed) console.log(`  - ${kind}: ${text} [${time}]`);
    for (const [found, expected] of scores[kind].correct) {
      if (!isTimeRight(found, expected))
        console.log(`  ! ${kind}: ${found.text} [${found.time}], not [${expected.time}]`);
    }
  }
}
