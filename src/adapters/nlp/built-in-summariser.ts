import type { Transcript } from "../../domain/conversation/transcript.js";
import { EMPTY_SUMMARY, type SummaryResult } from "../../domain/conversation/summary-result.js";
import { isInTimestampRange } from "../../domain/time/timestamps.js";
import type { Summariser, SummaryContext } from "../../ports/driven/models/summariser.js";
import { yieldToEventLoop } from "../runtime/cooperative-yield.js";
import { classifyMemory } from "./built-in-memory-classifier.js";
import { loadModels, type Models } from "./classification/models.js";
import { extractActionItems } from "./extraction/extract-action-items.js";
import { DocumentReader } from "./extraction/document-reader.js";
import { extractEvents } from "./extraction/extract-events.js";
import { extractMemories } from "./extraction/extract-memories.js";
import { StatementClassifier } from "./extraction/statement-classifier.js";
import { SCHEMA_HASH } from "./extraction/statement-features.js";
import { getLocale } from "./locales/index.js";
import { summarize } from "./summarization/index.js";
import type { Document, DocumentLanguage } from "./text/document.js";
import { selectExcerpts } from "./text/excerpts.js";
import { detectLanguage, findSentenceLocale, guessLocale } from "./text/language-detection.js";

/** A transcript with fewer content words, in which nothing is found, is discarded (decision 4.6). */
const MIN_CONTENT_WORDS = 5;

/**
 * Summarises by extraction: no model to ask, no network, the same result each time, and nothing that was not said.
 * Title, overview and category are made in any language; action items, events and memories in those with a locale.
 */
export class BuiltInSummariser implements Summariser {
  readonly id = "built-in";
  private readonly models: Models;
  private readonly reader: DocumentReader;

  /** @param models instead of the built-in ones, for their evaluation. */
  constructor(models: Models = loadModels(SCHEMA_HASH)) {
    this.models = models;
    this.reader = new DocumentReader(models.continuation);
  }

  async summarise({ segments }: Transcript, context: SummaryContext): Promise<SummaryResult> {
    const excerpts = selectExcerpts(segments);
    const language = await resolveLanguage(
      context.language,
      excerpts.map(({ text }) => text),
    );
    await yieldToEventLoop();
    const read = this.reader.read(excerpts, context, language);
    await yieldToEventLoop();
    const classifier = new StatementClassifier(this.models, read.features, read.statements.length);
    const actionItems = extractActionItems(read, classifier).map((item) =>
      item.dueAt && !isInTimestampRange(item.dueAt) ? { ...item, dueAt: null } : item,
    );
    const events = extractEvents(read, classifier).filter(({ start }) => isInTimestampRange(start));
    const memories = extractMemories(read, classifier, classifyMemory);
    await yieldToEventLoop();
    const findings = { actionItems, events, memories };
    const isFound = actionItems.length + events.length + memories.length > 0;
    const discard = context.textSource === null && !isFound && hasHardlyAnyWord(read.document);
    return { ...EMPTY_SUMMARY, ...summarize(read.document, findings), ...findings, discard };
  }
}

/** The language of a conversation: the client's, or the detected one. Without either its words decide. */
export async function resolveLanguage(requested: string | null, texts: readonly string[]): Promise<DocumentLanguage> {
  const detected = requested ?? (await detectLanguage(texts));
  const locale = detected === undefined ? guessLocale(texts) : getLocale(detected);
  return {
    language: detected ?? locale?.code ?? "en",
    locale,
    findLocale: (tokens) => findSentenceLocale(tokens, locale),
  };
}

const emptyWordClasses = ["stopWords", "fillers", "agreements", "greetings"] as const;

function hasHardlyAnyWord({ sentences }: Document): boolean {
  let count = 0;
  for (const { tokens, locale } of sentences) {
    const isContent = (word: string): boolean => !locale || !emptyWordClasses.some((name) => locale.has(name, word));
    count += tokens.filter(({ isWord, lower }) => isWord && isContent(lower)).length;
    if (count >= MIN_CONTENT_WORDS) return false;
  }
  return true;
}
