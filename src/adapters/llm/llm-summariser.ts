import { MAX_EXTRACTED_ITEMS, type RawSummaryResult } from "../../domain/conversation/summary-result.js";
import type { Transcript } from "../../domain/conversation/transcript.js";
import { normalizeText } from "../../domain/text/normalize-text.js";
import { findAllowedUrls, type AllowedUrls } from "../../domain/text/sanitize-generated-text.js";
import type { Summariser, SummaryContext } from "../../ports/driven/models/summariser.js";
import { formatModelId } from "./client/model-id.js";
import { isSameEvent, isSameActionItem, mergeFindings } from "./output/merge-findings.js";
import { StructuredOutput, type StructuredOutputPorts } from "./output/structured-output.js";
import { createSummaryRule, createHeaderRule, type SummaryHeader } from "./output/summary-rule.js";
import { estimateTokens, packIntoGroups, splitTranscript, type PromptChunk } from "./prompt/model-input.js";
import {
  renderKnownMemories,
  type KnownMemoriesSection,
  buildSystemMessage,
  buildHeaderTask,
  buildSummaryTask,
} from "./prompt/prompts.js";

export interface LlmSummariserOptions {
  readonly model: string;
  /** Context window of the model in tokens, input and output together. */
  readonly contextTokens: number;
  /** Token budget of each user per UTC day; 0 disables the limit. */
  readonly tokensPerDay: number;
}

/** Share of the context window for a response. A repair request contains the first response, so it counts twice. */
const OUTPUT_CONTEXT_SHARE = 1 / 5;
const MAX_OUTPUT_TOKENS = 4_096;
/** Reserved for the repair message. */
const REPAIR_MESSAGE_TOKENS = 500;
const MIN_MATERIAL_TOKENS = 256;
/** Share of the context window for known facts. */
const KNOWN_MEMORIES_CONTEXT_SHARE = 1 / 8;
const MARKER_TOKENS = 60;

interface ChunkContext extends SummaryContext {
  readonly knownMemories: KnownMemoriesSection;
  readonly allowedUrls: AllowedUrls;
}

/**
 * Summarises with a language model, which sees one conversation of one user and has no tools. Output must satisfy the
 * rules of the domain and cite segments. A transcript that exceeds the context window is processed in chunks.
 */
export class LlmSummariser implements Summariser {
  readonly id: string;
  private readonly structuredOutput: StructuredOutput;
  private readonly maxOutputTokens: number;

  constructor(
    ports: StructuredOutputPorts,
    private readonly options: LlmSummariserOptions,
  ) {
    const { model, tokensPerDay, contextTokens } = options;
    this.id = formatModelId(model);
    this.maxOutputTokens = Math.min(MAX_OUTPUT_TOKENS, Math.floor(contextTokens * OUTPUT_CONTEXT_SHARE));
    this.structuredOutput = new StructuredOutput(ports, tokensPerDay, this.maxOutputTokens);
  }

  /** @throws DomainError `unavailable` or `rate_limited`, see `StructuredOutput.generate`. */
  async summarise(transcript: Transcript, context: SummaryContext): Promise<RawSummaryResult> {
    const facts = (await context.loadKnownMemories?.()) ?? [];
    const knownMemories = renderKnownMemories(facts, this.options.contextTokens * KNOWN_MEMORIES_CONTEXT_SHARE);
    const allowedUrls = findAllowedUrls([
      ...collectUserTexts(transcript, context),
      ...facts.map(({ content }) => content),
    ]);
    const rule = createSummaryRule({ ...context, ...knownMemories, allowedUrls, segmentIds: new Map() });
    const task = buildSummaryTask(context, "one conversation", knownMemories.text !== "");
    const maxChunkTokens = this.computeMaterialTokens(buildSystemMessage(task, rule.schema(), "") + knownMemories.text);
    const chunks = splitTranscript(transcript, context.userName, maxChunkTokens);
    const chunkContext = { ...context, knownMemories, allowedUrls };
    const chunkSummaries = await runAllOrAbort((signal) =>
      chunks.map((chunk, index) => this.summariseChunk(chunk, chunkContext, [index, chunks.length], signal)),
    );
    const [first, ...rest] = chunkSummaries;
    return first && rest.length === 0 ? first : this.mergeChunkSummaries(chunkSummaries, context, allowedUrls);
  }

  private summariseChunk(
    { text, segmentIds }: PromptChunk,
    chunkContext: ChunkContext,
    [index, count]: readonly [number, number],
    signal: AbortSignal,
  ): Promise<RawSummaryResult> {
    const { knownMemories, userId } = chunkContext;
    const materialDescription = count === 1 ? "one conversation" : `part ${index + 1} of ${count} of one conversation`;
    const rule = createSummaryRule({ ...chunkContext, ...knownMemories, segmentIds });
    const task = buildSummaryTask(chunkContext, materialDescription, knownMemories.text !== "");
    return this.structuredOutput.generate(userId, { task, material: text, known: knownMemories.text }, rule, signal);
  }

  /** Keeps all findings of the chunks up to the limits of one conversation (`MAX_EXTRACTED_ITEMS`). */
  private async mergeChunkSummaries(
    chunkSummaries: readonly RawSummaryResult[],
    context: SummaryContext,
    allowedUrls: AllowedUrls,
  ): Promise<RawSummaryResult> {
    const retained = chunkSummaries.filter(({ discard }) => !discard);
    return {
      ...(await this.mergeHeaders(retained.length > 0 ? retained : chunkSummaries, context, allowedUrls)),
      actionItems: mergeFindings(
        retained.map(({ actionItems }) => actionItems),
        MAX_EXTRACTED_ITEMS.actionItems,
        isSameActionItem,
      ),
      events: mergeFindings(
        retained.map(({ events }) => events),
        MAX_EXTRACTED_ITEMS.events,
        isSameEvent,
      ),
      memories: mergeFindings(
        retained.map(({ memories }) => memories),
        MAX_EXTRACTED_ITEMS.memories,
        (left, right) => normalizeText(left.content) === normalizeText(right.content),
      ),
      discard: retained.length === 0,
    };
  }

  /** Merges groups of at least two headers repeatedly until one is left. */
  private async mergeHeaders(
    headers: readonly SummaryHeader[],
    context: SummaryContext,
    allowedUrls: AllowedUrls,
  ): Promise<SummaryHeader> {
    const [first, ...rest] = headers;
    if (first && rest.length === 0) {
      const { title, overview, category, emoji } = first;
      return { title, overview, category, emoji };
    }
    const task = buildHeaderTask(context);
    const rule = createHeaderRule(allowedUrls);
    const maxGroupTokens = this.computeMaterialTokens(buildSystemMessage(task, rule.schema(), ""));
    const groups = packIntoGroups(headers, maxGroupTokens, formatHeader, 2);
    const mergedHeaders = await runAllOrAbort((signal) =>
      groups.map(async (group) => {
        const [single, ...remaining] = group;
        if (single && remaining.length === 0) return single;
        return this.structuredOutput.generate(
          context.userId,
          { task, material: group.map(formatHeader).join("\n") },
          rule,
          signal,
        );
      }),
    );
    return this.mergeHeaders(mergedHeaders, context, allowedUrls);
  }

  /** Returns the tokens that remain for material beside the system message. */
  private computeMaterialTokens(task: string): number {
    const reservedTokens = estimateTokens(task) + MARKER_TOKENS + 2 * this.maxOutputTokens + REPAIR_MESSAGE_TOKENS;
    return Math.max(MIN_MATERIAL_TOKENS, this.options.contextTokens - reservedTokens);
  }
}

/**
 * Returns the texts whose host names a summary may contain. Segments of other speakers are left out, since they could
 * inject a host name into stored text; a conversation that was created from text counts as the user's own.
 */
const collectUserTexts = ({ segments }: Transcript, { textSource }: SummaryContext): string[] =>
  segments.filter(({ isUser }) => isUser || textSource !== null).map(({ text }) => text);

const formatHeader = ({ title, overview, category }: SummaryHeader): string => `- ${title} (${category}): ${overview}`;

/**
 * Waits for all promises. If one rejects, aborts the others, waits until they have settled and rejects with the first
 * error.
 * @param start starts the tasks; they must stop when the signal is aborted.
 */
async function runAllOrAbort<T>(start: (signal: AbortSignal) => readonly Promise<T>[]): Promise<T[]> {
  const abortController = new AbortController();
  const promises = start(abortController.signal);
  try {
    return await Promise.all(promises);
  } catch (error) {
    abortController.abort();
    await Promise.allSettled(promises);
    throw error;
  }
}
