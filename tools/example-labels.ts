import { compareTexts } from "../bench/language/soft-match.js";
import type { LogisticModel } from "../src/adapters/nlp/classification/logistic-regression.js";
import type { ModelName } from "../src/adapters/nlp/classification/models.js";
import { findContextTime, isUsableDay } from "../src/adapters/nlp/extraction/context-times.js";
import { computeContextSlots, computeDocumentSlots } from "../src/adapters/nlp/extraction/statement-classifier.js";
import { LocalTime } from "../src/domain/time/local-time.js";
import { createTimeReaders, DocumentReader } from "../src/adapters/nlp/extraction/document-reader.js";
import type { Statement } from "../src/adapters/nlp/extraction/statements.js";
import { computeBoundaryFeatures } from "../src/adapters/nlp/extraction/statements.js";
import { getLocale } from "../src/adapters/nlp/locales/index.js";
import type { Clause } from "../src/adapters/nlp/text/clauses.js";
import type { Document, Sentence, Utterance } from "../src/adapters/nlp/text/document.js";
import { buildDocument, type DocumentLanguage } from "../src/adapters/nlp/text/document.js";
import { isSameName } from "../src/adapters/nlp/dialogue/speakers.js";
import { TokenFeatureReader } from "../src/adapters/nlp/extraction/token-features.js";
import type { GoldLine, LabelledDocument } from "./labelled-documents.js";
import type { Example } from "./model-training.js";

export type LabelledExamples = readonly { readonly documentIndex: number; readonly example: Example }[];

/** Of a clause or an evidence, at least this share lies within the other. */
const MIN_OVERLAP = 0.5;
/** A statement that shares less with the evidence is certainly another one. */
const MIN_PARTIAL_OVERLAP = 0.25;
/** Without a quotation a statement belongs to a line if their words match that well. */
const MIN_SIMILARITY = 0.45;

export function createDocumentLanguage(language: string | null): DocumentLanguage {
  const code = language ?? "en";
  const locale = getLocale(code);
  return { language: code, locale, findLocale: () => locale };
}

interface EvidenceRange {
  readonly gold: GoldLine;
  readonly utterance: Utterance;
  readonly from: number;
  readonly to: number;
}

function findEvidence({ utterances }: Document, gold: readonly GoldLine[]): EvidenceRange[] {
  return gold.flatMap((line) => {
    const { evidence } = line;
    if (evidence === null) return [];
    const utterance = utterances.find(({ text }) => text.includes(evidence));
    if (!utterance) return [];
    const from = utterance.text.indexOf(evidence);
    return [{ gold: line, utterance, from, to: from + evidence.length }];
  });
}

/** The share of the words of a range of tokens that lies within the evidence. */
function computeShare(sentence: Sentence, { from, to }: Clause, evidence: EvidenceRange): number {
  if (sentence.utterance !== evidence.utterance) return 0;
  const words = sentence.tokens.slice(from, to).filter(({ isWord }) => isWord);
  const inside = words.filter(
    (word) => sentence.from + word.from >= evidence.from && sentence.from + word.to <= evidence.to,
  );
  return inside.length / Math.max(1, words.length);
}

/** Examples of whether two neighbouring clauses belong to one statement, from quotations. */
export function labelBoundaries(documents: readonly LabelledDocument[]): LabelledExamples {
  const reader = new TokenFeatureReader();
  return documents.flatMap(({ transcript, context, gold, weight }, documentIndex) => {
    const document = buildDocument(transcript.segments, context, createDocumentLanguage(context.language));
    const evidence = findEvidence(document, gold);
    if (evidence.length === 0) return [];
    const findTimeReader = createTimeReaders(context, document);
    return document.sentences.flatMap((sentence) => {
      const times = findTimeReader(sentence)?.find(sentence.text) ?? [];
      return labelSentence(sentence, evidence, reader)
        .filter(({ offset }) => !times.some((time) => time.from < offset && offset < time.to))
        .map(({ example }) => ({ documentIndex, example: { ...example, weight } }));
    });
  });
}

function labelSentence(
  sentence: Sentence,
  evidence: readonly EvidenceRange[],
  reader: TokenFeatureReader,
): { readonly offset: number; readonly example: Example }[] {
  let start: Clause | undefined;
  return sentence.clauses.flatMap((clause, index) => {
    const before = sentence.clauses[index - 1];
    if (!before) {
      start = clause;
      return [];
    }
    const isInside = (part: Clause, range: EvidenceRange): boolean =>
      computeShare(sentence, part, range) >= MIN_OVERLAP;
    const related = evidence.filter((range) => isInside(before, range) || isInside(clause, range));
    const isPositive = related.some((range) => isInside(before, range) && isInside(clause, range));
    const current: Clause = { from: start?.from ?? before.from, to: before.to };
    if (!isPositive) start = clause;
    if (related.length === 0) return [];
    const slots = computeBoundaryFeatures(sentence, current, clause, reader);
    return [{ offset: sentence.tokens[clause.from]?.from ?? 0, example: { slots, isPositive, weight: 1 } }];
  });
}

type StatementLabels = Record<Exclude<ModelName, "continuation">, { documentIndex: number; example: Example }[]>;

/** Examples of which statements are tasks, memories and events, and of whose the tasks are. */
export function labelStatements(
  documents: readonly LabelledDocument[],
  continuation: LogisticModel,
): Readonly<Record<keyof StatementLabels, LabelledExamples>> {
  const labels: StatementLabels = { document: [], task: [], memory: [], event: [], owner: [], due: [] };
  const reader = new DocumentReader(continuation);
  for (const [documentIndex, { transcript, context, gold, weight }] of documents.entries()) {
    const language = createDocumentLanguage(context.language);
    const { document, statements, features } = reader.read(transcript.segments, context, language);
    const evidence = findEvidence(document, gold);
    const documentSlots = computeDocumentSlots(features, statements.length);
    const isEmpty = gold.length === 0;
    if (documentSlots && (isEmpty || gold.some(({ isOptional }) => !isOptional)))
      labels.document.push({ documentIndex, example: { slots: documentSlots, isPositive: !isEmpty, weight } });
    for (const statement of statements) {
      const matches = matchStatement(statement, statements, evidence, gold);
      const slots = features.compute(statement.index);
      for (const kind of ["task", "memory", "event"] as const) {
        if (kind === "event" && statement.times.every(({ hasTime }) => !hasTime)) continue;
        const own = matches.filter((match) => match.gold.kind === kind);
        const best = own.find(({ isCertain, gold: line }) => isCertain && !line.isOptional);
        if (!best && own.length > 0) continue;
        labels[kind].push({ documentIndex, example: { slots, isPositive: best !== undefined, weight } });
      }
      const task = matches.find((match) => match.gold.kind === "task" && match.isCertain);
      if (!task) continue;
      const { speaker } = statement.sentence.utterance;
      const isSpeakers =
        task.gold.owner === "user"
          ? speaker.isUser
          : speaker.name !== undefined && isSameName(speaker.name, task.gold.owner);
      labels.owner.push({ documentIndex, example: { slots, isPositive: isSpeakers, weight } });
      const contextTime = findContextTime(statements, statement.index);
      if (!contextTime || statement.times.some(isUsableDay) || task.gold.evidence === null) continue;
      const isDue = task.gold.time?.slice(0, 10) === formatDay(contextTime.time.start, context.timeZone);
      const dueSlots = computeContextSlots(slots, contextTime);
      labels.due.push({ documentIndex, example: { slots: dueSlots, isPositive: isDue, weight } });
    }
  }
  return labels;
}

function formatDay(instant: Date, timeZone: string): string {
  const { year, month, day } = new LocalTime(timeZone).toWallClock(instant);
  return [year, month, day].map((number) => String(number).padStart(2, "0")).join("-");
}

interface Match {
  readonly gold: GoldLine;
  /** Whether the statement is the one that the line was made from; else it only shares words with it. */
  readonly isCertain: boolean;
}

function matchStatement(
  statement: Statement,
  statements: readonly Statement[],
  evidence: readonly EvidenceRange[],
  gold: readonly GoldLine[],
): Match[] {
  const quoted = evidence.flatMap((range): Match[] => {
    const share = computeCoverage(statement, range);
    if (share < MIN_PARTIAL_OVERLAP) return [];
    const isBest = statements.every((other) => other === statement || computeCoverage(other, range) < share);
    return [{ gold: range.gold, isCertain: isBest }];
  });
  const unquoted = gold
    .filter((line) => !evidence.some((range) => range.gold === line))
    .flatMap((line): Match[] => {
      const similarity = compareTexts(statement.text, line.text);
      if (similarity === 0) return [];
      const isBest =
        similarity >= MIN_SIMILARITY &&
        statements.every((other) => other === statement || compareTexts(other.text, line.text) <= similarity);
      return [{ gold: line, isCertain: isBest }];
    });
  return [...quoted, ...unquoted];
}

/** The share of the evidence's words that a statement holds. */
function computeCoverage({ sentence, tokens }: Statement, { utterance, from, to }: EvidenceRange): number {
  if (sentence.utterance !== utterance) return 0;
  const inside = tokens.filter(
    (token) => token.isWord && sentence.from + token.from >= from && sentence.from + token.to <= to,
  );
  const length = inside.reduce((sum, token) => sum + token.to - token.from, 0);
  return length / Math.max(1, to - from);
}
