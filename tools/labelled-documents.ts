import { loadEverydayInputs, type EverydayInput, type KeptKind } from "../bench/everyday/everyday-inputs.js";
import { createTranscript, toInstant } from "../bench/everyday/scoring.js";
import { loadAnnotatedTalks } from "../bench/language/annotated-talks.js";
import { LocalTime } from "../src/domain/time/local-time.js";
import { Transcript } from "../src/domain/conversation/transcript.js";
import type { SummaryContext } from "../src/ports/driven/models/summariser.js";

/** A line that should be kept of a document, with the words that it was made from. */
export interface GoldLine {
  readonly kind: KeptKind;
  readonly text: string;
  /** The first name of whose task it is; `user` for the user. */
  readonly owner: string;
  readonly isOptional: boolean;
  /** Local day or day and minute, `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`; null without a time. */
  readonly time: string | null;
  /** An exact quotation; null when only the wording of the line tells where it comes from. */
  readonly evidence: string | null;
}

/** A transcript with what should be kept of it. */
export interface LabelledDocument {
  readonly id: string;
  readonly transcript: Transcript;
  readonly context: SummaryContext;
  readonly gold: readonly GoldLine[];
  /** How much its examples count; 1 for an ordinary one. */
  readonly weight: number;
}

/** Talks are longer than everyday inputs, so that their many statements would outweigh them. */
const TALK_WEIGHT = 0.25;

/** The everyday inputs for training, or another set of them. */
export function loadEverydayDocuments(set: "train" | "dev"): LabelledDocument[] {
  return loadEverydayInputs(set).map((input) => ({
    id: input.id,
    transcript: createTranscript(input),
    context: createContext(input),
    gold: input.kept.map(({ kind, text, isOptional, time, evidence }) => {
      const owner = kind === "task" ? /^(?<owner>\S+): /.exec(text)?.groups?.["owner"] : undefined;
      return { kind, text, owner: owner ?? "user", isOptional, time, evidence };
    }),
    weight: 1,
  }));
}

function createContext({ start, timeZone, language, text, userName }: EverydayInput): SummaryContext {
  const startedAt = toInstant(start, new LocalTime(timeZone));
  return {
    userId: "training",
    startedAt,
    timeZone,
    language,
    textSource: text === null ? null : "other_text",
    userName,
  };
}

/** English talks of one writer each. */
export function loadTalkDocuments(): LabelledDocument[] {
  return loadAnnotatedTalks()
    .filter(({ part }) => part === "tune")
    .map(({ id, segments, startedAt, timeZone, userName, expected, evidence }) => ({
      id,
      transcript: Transcript.create(
        id,
        segments.map((segment, index) => ({ ...segment, start: index * 5, end: index * 5 + 4 })),
      ),
      context: {
        userId: "training",
        startedAt: new Date(startedAt),
        timeZone,
        language: "en",
        textSource: null,
        userName,
      },
      gold: [
        ...expected.actionItems.map(({ description, owner }) =>
          createGold("task", description, owner === userName ? "user" : owner),
        ),
        ...expected.memories.map((text) => createGold("memory", text)),
        ...expected.events.map(({ title }) => createGold("event", title)),
      ].map((line) => ({ ...line, evidence: evidence?.get(line.text) ?? null })),
      weight: TALK_WEIGHT,
    }));
}

const createGold = (kind: KeptKind, text: string, owner = "user"): GoldLine => ({
  kind,
  text,
  owner,
  isOptional: false,
  time: null,
  evidence: null,
});
