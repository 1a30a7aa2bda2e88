import type { Category } from "../../../domain/conversation/conversation-attributes.js";
import type { Document } from "../text/document.js";
import { chooseEmoji, classifyCategory } from "./categories.js";
import { weighTerms, type Finding } from "./content.js";
import { writeOverview } from "./overview.js";
import { SentenceWording } from "./sentence-wording.js";
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

/** Summarises by extraction: a document always has the same summary, in which nothing stands that was not said. */
export function summarize(document: Document, { actionItems, events }: SummaryFindings): DocumentSummary {
  const findings: Finding[] = [
    ...events.map(({ title, segmentIds }) => ({ text: title, segmentIds, isEvent: true })),
    ...actionItems.map(({ description, segmentIds }) => ({ text: description, segmentIds, isEvent: false })),
  ];
  const content = { document, ...weighTerms(document), wording: new SentenceWording(document), findings };
  const overview = writeOverview(content);
  const title = chooseTitle(content, overview);
  const category = classifyCategory(document);
  return { title, overview, category, emoji: chooseEmoji(title, category) };
}
