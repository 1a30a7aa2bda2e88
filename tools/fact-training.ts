import type { KeptConversation } from "../bench/language/conversations.js";
import { contentOf, likeness, matched } from "../bench/language/soft-match.js";
import { analyse, type Sentence } from "../src/adapters/language/text/analysis.js";
import { FACT_SLOTS, factFeatures } from "../src/adapters/language/memories/fact-features.js";
import { LogisticClassifier, type LogisticWeights } from "../src/adapters/language/text/logistic-classifier.js";
import { chosen, isKept } from "../src/adapters/language/memories/memories.js";
import type { Tagger } from "../src/adapters/language/text/tagger.js";
import { type ToldFact, toldFacts } from "../src/adapters/language/memories/told-facts.js";
import { Transcript } from "../src/domain/transcript.js";
import type { SummaryContext } from "../src/ports/driven/summariser.js";
import { folds, type Quality, trained } from "./logistic-regression.js";

/** What was said, and what of it should be kept of the user. */
export interface Telling {
  readonly lines: readonly { readonly speaker: string; readonly isUser: boolean; readonly text: string }[];
  /** Empty where nothing is. */
  readonly memories: readonly string[];
  readonly context: SummaryContext;
}

/** A day like any other: no exchange says when it took place. */
const CONTEXT: SummaryContext = {
  userId: "trainer",
  startedAt: new Date("2026-03-04T09:00:00Z"),
  timeZone: "Europe/London",
  language: "en",
  textSource: null,
  userName: "Nora",
};

/**
 * @param tsv lines of `Yes` or `No`, a tab, the turns, each begun by `U:` (the user) or `O:` (another) and divided by
 * " || ", and after `Yes` a tab and the memories, divided by " ;; ".
 * @throws Error for a line of another form.
 */
export function exchanges(tsv: string): Telling[] {
  return tsv
    .split(/\r?\n/)
    .filter((line) => line !== "")
    .map((line, i) => {
      const [, label, said = "", memories] = /^(Yes|No)\t([UO]: [^\t]+)(?:\t([^\t]+))?$/.exec(line) ?? [];
      if (label === undefined || (label === "Yes") !== (memories !== undefined))
        throw new Error(`Line ${i + 1} is not a label, turns and memories`);
      const lines = said.split(" || ").map((turn) => {
        const isUser = turn.startsWith("U: ");
        return { speaker: isUser ? "SPEAKER_00" : "SPEAKER_01", isUser, text: turn.slice("U: ".length) };
      });
      return { lines, memories: memories?.split(" ;; ") ?? [], context: CONTEXT };
    });
}

export const conversation = ({ segments, keep, startedAt, timeZone, userName }: KeptConversation): Telling => ({
  lines: segments,
  memories: keep.memories,
  context: { ...CONTEXT, startedAt: new Date(startedAt), timeZone, userName },
});

interface LabelledFact {
  readonly fact: ToldFact;
  readonly slots: readonly number[];
  readonly isPositive: boolean;
  /** It shares a word with one that should be kept: part of it, or something else of the same matter. Of such a one nothing is learnt. */
  readonly isHalf: boolean;
}

/** What is told, and of each fact in it whether it is one of those to be kept. */
export interface LabelledTelling {
  readonly telling: Telling;
  readonly facts: readonly LabelledFact[];
}

export async function labelled(tellings: readonly Telling[], tagger: Tagger): Promise<LabelledTelling[]> {
  const found: LabelledTelling[] = [];
  for (const telling of tellings) {
    const expected = telling.memories.map(contentOf);
    const facts = (await factsOf(telling, tagger)).map((fact) => {
      const [memory] = chosen([fact]);
      const content = contentOf(memory?.content ?? "");
      const isPositive = expected.some((other) => likeness(content, other) > 0);
      const isHalf = !isPositive && expected.some((other) => [...content].some((word) => other.has(word)));
      return { fact, slots: factFeatures(fact), isPositive, isHalf };
    });
    found.push({ telling, facts });
  }
  return found;
}

async function factsOf({ lines, context }: Telling, tagger: Tagger): Promise<ToldFact[]> {
  const segments = lines.map((line, i) => ({ ...line, start: i * 5, end: i * 5 + 4 }));
  const transcript = Transcript.create("told", segments);
  const { sentences }: { sentences: readonly Sentence[] } = await analyse(transcript, context, tagger);
  return toldFacts({ transcript, sentences, context });
}

/** Chosen by cross-validation. */
const LEARNING = { epochs: 40, rate: 1, l2: 3e-4 };

export const trainedOnFacts = (tellings: readonly LabelledTelling[]): LogisticWeights =>
  trained(
    tellings.flatMap(({ facts }) => facts.filter(({ isHalf }) => !isHalf)),
    FACT_SLOTS,
    LEARNING,
  );

/** What is learnt from in five parts, by what is said first: variants of one exchange are held out together. */
export const factFolds = (
  tellings: readonly LabelledTelling[],
): { held: LabelledTelling[]; rest: LabelledTelling[] }[] =>
  folds(tellings, ({ telling }) => telling.lines[0]?.text ?? "");

/** How well the memories that are made with these weights match those that should be kept. */
export function memoryQuality(
  parts: readonly { readonly held: readonly LabelledTelling[]; readonly weights: LogisticWeights }[],
): Quality {
  let [right, found, expected] = [0, 0, 0];
  for (const { held, weights } of parts) {
    const classifier = new LogisticClassifier(weights);
    for (const { telling, facts } of held) {
      const kept = facts.filter(({ fact, slots }) => isKept(fact, classifier.probability(slots)));
      const memories = chosen(kept.map(({ fact }) => fact)).map(({ content }) => content);
      const alike = (a: string, b: string): number => likeness(contentOf(a), contentOf(b));
      right += matched(memories, telling.memories, alike).pairs.length;
      found += memories.length;
      expected += telling.memories.length;
    }
  }
  return {
    precision: (100 * right) / found,
    recall: (100 * right) / expected,
    f1: (200 * right) / (found + expected),
  };
}
