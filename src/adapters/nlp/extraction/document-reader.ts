import type { Segment } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import type { LogisticModel } from "../classification/logistic-regression.js";
import { createTimeReader, type TimeExpression, type TimeReader } from "../temporal/index.js";
import { buildDocument, type Document, type DocumentLanguage, type Sentence } from "../text/document.js";
import { StatementFeatureReader } from "./statement-features.js";
import { findStatements, type Statement } from "./statements.js";
import { TokenFeatureReader } from "./token-features.js";

/** A document with its statements, ready for classification. */
export interface ReadDocument {
  readonly document: Document;
  readonly statements: readonly Statement[];
  readonly features: StatementFeatureReader;
  readonly findTimeReader: (sentence: Sentence) => TimeReader | undefined;
}

/** Turns transcripts into statements. Keeps what it computed of words, which documents share. */
export class DocumentReader {
  readonly tokenReader = new TokenFeatureReader();

  /** @param continuation decides which clauses belong to one statement. */
  constructor(private readonly continuation: LogisticModel) {}

  read(segments: readonly Segment[], context: SummaryContext, language: DocumentLanguage): ReadDocument {
    const document = buildDocument(segments, context, language);
    const findTimeReader = createTimeReaders(context, document);
    const readers = { timeReader: findTimeReader, tokenReader: this.tokenReader };
    const statements = findStatements(document, this.continuation, readers);
    const features = new StatementFeatureReader(document, statements, this.tokenReader);
    return { document, statements, features, findTimeReader };
  }
}

/**
 * A reader of times for each sentence: that of its language, then those of the other languages in the conversation, which
 * people mix ("mandare le slides by tomorrow").
 */
export function createTimeReaders(
  context: SummaryContext,
  { sentences, locale: main }: Document,
): (sentence: Sentence) => TimeReader | undefined {
  const codes = new Set([main, ...sentences.map(({ locale }) => locale)].flatMap((locale) => locale?.code ?? []));
  const readers = [...codes].flatMap((code) => {
    const reader = createTimeReader(context, code);
    return reader ? [[code, reader] as const] : [];
  });
  const combined = new Map(
    readers.map(([code, reader]) => {
      const others = readers.filter(([other]) => other !== code).map(([, other]) => other);
      const find: TimeReader["find"] = (text) => firstNonEmpty([reader, ...others], text);
      return [code, { find, resolveDue: (time) => reader.resolveDue(time) } satisfies TimeReader] as const;
    }),
  );
  return ({ locale }) => (locale ? combined.get(locale.code) : undefined);
}

function firstNonEmpty(readers: readonly TimeReader[], text: string): readonly TimeExpression[] {
  for (const reader of readers) {
    const found = reader.find(text);
    if (found.length > 0) return found;
  }
  return [];
}
