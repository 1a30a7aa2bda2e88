import type { Segment } from "../../../domain/conversation/transcript.js";
import type { SummaryContext } from "../../../ports/driven/models/summariser.js";
import type { LogisticModel } from "../classification/logistic-regression.js";
import { createTimeReader, type TimeReader } from "../temporal/index.js";
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
    const findTimeReader = createTimeReaders(context);
    const { tokenReader } = this;
    const statements = findStatements(document, this.continuation, { timeReader: findTimeReader, tokenReader });
    return { document, statements, features: new StatementFeatureReader(document, statements, tokenReader), findTimeReader };
  }
}

/** One reader of times for each language of a document. */
export function createTimeReaders(context: SummaryContext): (sentence: Sentence) => TimeReader | undefined {
  const readers = new Map<string, TimeReader | undefined>();
  return ({ locale }) => {
    if (!locale) return undefined;
    if (!readers.has(locale.code)) readers.set(locale.code, createTimeReader(context, locale.code));
    return readers.get(locale.code);
  };
}
