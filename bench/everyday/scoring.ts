import { BuiltInSummariser } from "../../src/adapters/nlp/built-in-summariser.js";
import { Transcript } from "../../src/domain/conversation/transcript.js";
import { LocalTime } from "../../src/domain/time/local-time.js";
import type { Summariser } from "../../src/ports/driven/models/summariser.js";
import { compareTexts, matchItems } from "../language/soft-match.js";
import { keptKinds, type EverydayInput, type KeptKind, type KeptLine } from "./everyday-inputs.js";

/** What was found of one kind in one input, compared with what should be kept. Optional lines count as neither. */
export interface KindScore {
  readonly correct: readonly (readonly [found: KeptLine, expected: KeptLine])[];
  readonly spurious: readonly KeptLine[];
  readonly missed: readonly KeptLine[];
}

export interface InputScore {
  readonly input: EverydayInput;
  readonly title: string;
  readonly scores: Readonly<Record<KeptKind, KindScore>>;
}

export interface ScoringOptions {
  /** False to let the summariser detect the language. */
  readonly isLanguageGiven: boolean;
  /** By default the built-in one. */
  readonly summariser?: Summariser;
}

export async function scoreInputs(
  inputs: readonly EverydayInput[],
  { isLanguageGiven, summariser = new BuiltInSummariser() }: ScoringOptions,
): Promise<InputScore[]> {
  const results: InputScore[] = [];
  for (const input of inputs) results.push(await scoreInput(summariser, input, isLanguageGiven));
  return results;
}

async function scoreInput(summariser: Summariser, input: EverydayInput, isLanguageGiven: boolean): Promise<InputScore> {
  const localTime = new LocalTime(input.timeZone);
  const summary = await summariser.summarise(createTranscript(input), {
    userId: "bench",
    startedAt: toInstant(input.start, localTime),
    timeZone: input.timeZone,
    language: isLanguageGiven ? input.language : null,
    textSource: input.text === null ? null : "other_text",
    userName: input.userName,
  });
  const found: KeptLine[] = [
    ...summary.actionItems.map((item) => ({
      ...createLine("task", item.description),
      time: item.dueAt && formatLocal(item.dueAt, localTime),
    })),
    ...summary.events.map((event) => ({
      ...createLine("event", event.title),
      time: formatLocal(event.start, localTime),
    })),
    ...summary.memories.map((memory) => createLine("memory", memory.content)),
  ];
  const scores = Object.fromEntries(keptKinds.map((kind) => [kind, scoreKind(kind, found, input.kept)]));
  return { input, title: summary.title, scores: scores as Record<KeptKind, KindScore> };
}

export function createTranscript({ id, text, turns }: EverydayInput): Transcript {
  if (text !== null) return Transcript.create(id, [{ text, start: 0, end: 60 }]);
  return Transcript.create(
    id,
    turns.map(({ speaker, isUser, text: words }, index) => ({
      text: words,
      speaker,
      isUser,
      start: index * 5,
      end: index * 5 + 4,
    })),
  );
}

const createLine = (kind: KeptKind, text: string): KeptLine => ({
  kind,
  text,
  time: null,
  isOptional: false,
  evidence: null,
});

function scoreKind(kind: KeptKind, found: readonly KeptLine[], kept: readonly KeptLine[]): KindScore {
  const { pairs, spurious, missed } = matchItems(
    found.filter((line) => line.kind === kind),
    kept.filter((line) => line.kind === kind),
    (foundLine, expectedLine) => computeSimilarity(kind, foundLine, expectedLine),
  );
  return {
    correct: pairs.filter(([, expected]) => !expected.isOptional),
    spurious,
    missed: missed.filter((expected) => !expected.isOptional),
  };
}

/** Events on the same day are the same unless another one on that day fits better by its title. */
function computeSimilarity(kind: KeptKind, found: KeptLine, expected: KeptLine): number {
  const similarity = compareTexts(found.text, expected.text);
  if (kind !== "event") return similarity;
  return found.time?.slice(0, 10) === expected.time?.slice(0, 10) ? 1 + similarity : 0;
}

export const isDayRight = (found: KeptLine, expected: KeptLine): boolean =>
  (found.time?.slice(0, 10) ?? null) === (expected.time?.slice(0, 10) ?? null);

function formatLocal(instant: Date, localTime: LocalTime): string {
  const { year, month, day, hour, minute } = localTime.toWallClock(instant);
  const pad = (value: number): string => String(value).padStart(2, "0");
  return `${year}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`;
}

export function toInstant(local: string, localTime: LocalTime): Date {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = local.split(/[- :]/).map(Number);
  return localTime.toDate({ year, month, day, hour, minute });
}
