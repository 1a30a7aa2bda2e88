import type { Conversation } from "../../domain/conversation/conversation.js";
import { validateSummaryResult } from "../../domain/conversation/summary-validation.js";
import {
  limitExtractedItems,
  type RawSummaryResult,
  type SummaryResult,
} from "../../domain/conversation/summary-result.js";
import { DomainError, ProcessingBudgetExceededError, formatError } from "../../domain/errors.js";
import { countLostClaims } from "../../domain/lease.js";
import type { Transcript } from "../../domain/conversation/transcript.js";
import { summariseTrivially, TRIVIAL_SUMMARISER } from "../../domain/conversation/trivial-summary.js";
import type {
  Clock,
  ConversationRepository,
  EventLog,
  FactComparer,
  LanguageDetector,
  MemoryIndex,
  MemoryRepository,
  Summariser,
  SummaryContext,
  UserRepository,
} from "../../ports/driven/index.js";
import { RelatedMemories } from "../memories/related-memories.js";

export interface ConversationSummariserPorts {
  readonly conversations: Pick<ConversationRepository, "getTranscripts">;
  readonly memories: MemoryRepository;
  readonly memoryIndex: MemoryIndex;
  readonly users: Pick<UserRepository, "get">;
  readonly summariser: Summariser;
  /** Used when the summariser has failed at every attempt (decision 4.2). */
  readonly fallbackSummariser?: Summariser;
  /** Without it the language is unknown (null) when the client named none. */
  readonly languageDetector?: LanguageDetector;
  /** Without it every supersession that a summariser claims is accepted. */
  readonly factComparer?: FactComparer;
  readonly clock: Clock;
  readonly log: EventLog;
}

/** After a failure that took this long, the summariser is called at most `MAX_SLOW_ATTEMPTS` times. */
const SLOW_ATTEMPT_MS = 10_000;
const MAX_SLOW_ATTEMPTS = 2;
/** After this many lost leases in a row the transcript is treated as a poison message. */
const MAX_LOST_CLAIMS = 2;
const MAX_MEMORY_FAILURES = 2;

/**
 * Summarises one claimed conversation: with the summariser, then with the fallback, then trivially (decision 4.2). The
 * lease records the attempts.
 */
export class ConversationSummariser {
  /** @param maxAttempts how often the summariser is called before the fallback. */
  constructor(
    private readonly ports: ConversationSummariserPorts,
    private readonly maxAttempts: number,
  ) {}

  /**
   * @param knownTranscript avoids a read when the caller has the transcript.
   * @returns undefined when the transcript was deleted.
   * @throws BetterSummaryExistsError when the existing summary is better than the one that could be made now.
   * @throws the error of a summariser when the caller should retry later.
   */
  async summarise(claimed: Conversation, knownTranscript?: Transcript): Promise<SummaryResult | undefined> {
    const { userId, id, startedAt, textSource } = claimed.state;
    const [transcript, user] = await Promise.all([
      knownTranscript ?? this.readTranscript(userId, id),
      this.ports.users.get(userId),
    ]);
    if (!transcript) return undefined;
    const relatedMemories = new RelatedMemories(this.ports, claimed, transcript);
    const rawResult = await this.createRawSummary(claimed, transcript, {
      userId,
      startedAt,
      language: await this.resolveLanguage(claimed, transcript),
      textSource,
      timeZone: user?.state.timeZone ?? "UTC",
      userName: user?.state.displayName ?? userId,
      loadKnownMemories: () => relatedMemories.load(),
    });
    return relatedMemories.resolveSupersessions(rawResult);
  }

  private async createRawSummary(
    { state }: Conversation,
    transcript: Transcript,
    context: SummaryContext,
  ): Promise<RawSummaryResult> {
    const lostClaimCount = countLostClaims(state.lease);
    if (lostClaimCount >= MAX_LOST_CLAIMS && !this.canFallBack(lostClaimCount, state.lease.attempts)) {
      return this.summariseTrivially(state, transcript, `The lease was lost ${lostClaimCount} times in a row`);
    }
    try {
      return await this.runSummarisers(state, transcript, context);
    } catch (error) {
      if (!(error instanceof ProcessingBudgetExceededError)) throw error;
      const failures = (state.lease.memoryFailures ?? 0) + 1;
      if (error.resource === "memory" && failures < MAX_MEMORY_FAILURES) throw error;
      return this.summariseTrivially(state, transcript, error);
    }
  }

  /** Whether the leases were lost during attempts of the summariser alone: the fallback then has one attempt. */
  private canFallBack(lostClaimCount: number, attempts: number): boolean {
    return (
      this.ports.fallbackSummariser !== undefined && lostClaimCount === MAX_LOST_CLAIMS && attempts <= this.maxAttempts
    );
  }

  /** Calls the summariser until its attempts are used up or a retry is useless, and then the fallback. */
  private async runSummarisers(
    state: Conversation["state"],
    transcript: Transcript,
    context: SummaryContext,
  ): Promise<RawSummaryResult> {
    const { summariser, fallbackSummariser, clock, log } = this.ports;
    const { attempts: attemptCount } = state.lease;
    if (!fallbackSummariser) return this.runSummariser(summariser, transcript, context, state.id);
    if (attemptCount > this.maxAttempts || countLostClaims(state.lease) >= MAX_LOST_CLAIMS) {
      assertNoDowngrade(state, fallbackSummariser.id, "The process ended during earlier attempts");
      return this.runSummariser(fallbackSummariser, transcript, context, state.id);
    }
    const startedAtMs = clock.monotonicMs();
    try {
      return await this.runSummariser(summariser, transcript, context, state.id);
    } catch (error) {
      const isSlow = clock.monotonicMs() - startedAtMs >= SLOW_ATTEMPT_MS;
      if (attemptCount < (isSlow ? MAX_SLOW_ATTEMPTS : this.maxAttempts) && !isPermanentFailure(error)) throw error;
      assertNoDowngrade(state, fallbackSummariser.id, error);
      log.warn("conversation.summariser_replaced", {
        conversation: state.id,
        summariser: summariser.id,
        error: formatError(error),
      });
      return this.runSummariser(fallbackSummariser, transcript, context, state.id);
    }
  }

  /** Calls a summariser, validates its result by the rules of the domain, and limits the number of extracted items. */
  private async runSummariser(
    summariser: Summariser,
    transcript: Transcript,
    context: SummaryContext,
    conversationId: string,
  ): Promise<RawSummaryResult> {
    const { result, corrections } = validateSummaryResult(await summariser.summarise(transcript, context), transcript);
    if (corrections) {
      this.ports.log.warn("conversation.summary_corrected", {
        conversation: conversationId,
        summariser: summariser.id,
        dropped: corrections.dropped,
        reasons: corrections.reasons,
      });
    }
    return { ...limitExtractedItems(result), madeBy: summariser.id };
  }

  private summariseTrivially(state: Conversation["state"], transcript: Transcript, cause: unknown): RawSummaryResult {
    assertNoDowngrade(state, TRIVIAL_SUMMARISER, cause);
    this.ports.log.warn("conversation.summarised_trivially", { conversation: state.id, error: formatError(cause) });
    return summariseTrivially(transcript);
  }

  /** Returns the language that the client named, else the detected one; null when the detection is uncertain. */
  private async resolveLanguage({ specifiedLanguage }: Conversation, { segments }: Transcript): Promise<string | null> {
    const { languageDetector } = this.ports;
    if (specifiedLanguage !== null || !languageDetector) return specifiedLanguage;
    return (await languageDetector.detect(segments.map(({ text }) => text))) ?? null;
  }

  private async readTranscript(userId: string, id: string): Promise<Transcript | undefined> {
    return (await this.ports.conversations.getTranscripts(userId, [id])).get(id);
  }
}

/** The existing summary is better than the one that could be made now. */
export class BetterSummaryExistsError extends Error {
  constructor(
    readonly madeBy: string | undefined,
    override readonly cause: unknown,
  ) {
    super(`The existing summary by ${madeBy ?? "an earlier version"} is better than a new one`);
  }
}

/** @throws BetterSummaryExistsError when the existing summary is by a better summariser than `candidateId`. */
function assertNoDowngrade({ summary }: Conversation["state"], candidateId: string, cause: unknown): void {
  if (!summary) return;
  const { madeBy } = summary;
  if (madeBy === candidateId || madeBy === TRIVIAL_SUMMARISER) return;
  // A summary from before `madeBy` was recorded is treated like one of the fallback.
  if (madeBy === undefined && candidateId !== TRIVIAL_SUMMARISER) return;
  throw new BetterSummaryExistsError(madeBy, cause);
}

function isPermanentFailure(error: unknown): boolean {
  return error instanceof DomainError && (error.kind === "rate_limited" || error.isPermanent);
}
