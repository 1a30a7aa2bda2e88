import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import type { Document } from "../text/document.js";
import { chooseEmoji, classifyCategory } from "./categories.js";
import { writeOverview, type Finding } from "./overview.js";
import { SentenceWording } from "./sentence-wording.js";
import { listTerms } from "./terms.js";
import { rankTerms } from "./text-rank.js";
import { chooseTitle } from "./titles.js";

/** What was extracted from a document before it is summarised. */
export interface SummaryFindings {
  readonly actionItems: readonly { readonly description: string; readonly segmentIds: readonly string[] }[];
  readonly events: readonly { readonly title: string; readonly segmentIds: readonly string[] }[];
  readonly memories: readonly { readonly content: string; readonly segmentIds: readonly string[] }[];
}

export interface DocumentSummary {
  readonly title: string;
  readonly overview: string;
  readonly category: Category;
  readonly emoji: string;
}

/** Summarises by extraction: the same document always has the same summary, in which nothing stands that was not said. */
export function summarize(document: Document, findings: SummaryFindings): DocumentSummary {
  const actionItems = findings.actionItems.map(({ description, segmentIds }): Finding => ({ text: description, segmentIds, isEvent: false }));
  const events = findings.events.map(({ title, segmentIds }): Finding => ({ text: title, segmentIds, isEvent: true }));
  const terms = document.sentences.map((sentence) => listTerms(sentence, document));
  const category = classifyCategory(document);
  const content = {
    document,
    category,
    terms,
    weights: rankTerms(terms),
    wording: new SentenceWording(document),
    findings: [...actionItems, ...events],
  };
  const overview = writeOverview(content);
  const title = chooseTitle(content, { actionItems, events }, overview);
  return { title, overview, category, emoji: chooseEmoji(title, category) };
}
