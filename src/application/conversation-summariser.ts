import type { Conversation } from "../domain/conversation.js";
import { validateDigest } from "../domain/digest-validation.js";
import { bounded, type Digest } from "../domain/digest.js";
import { DomainError, ProcessingBudgetExceeded } from "../domain/errors.js";
import { lostClaims } from "../domain/lease.js";
import type { Transcript } from "../domain/transcript.js";
import { summariseTrivially, TRIVIAL_SUMMARISER } from "../domain/trivial-summary.js";
import type {
  Clock,
  ConversationRepository,
  EventLog,
  FactComparer,
  FoundDigest,
  LanguageDetector,
  MemoryIndex,
  MemoryRepository,
  Summariser,
  SummaryContext,
  UserRepository,
} from "../ports/driven/index.js";
import { describe } from "./describe.js";
import { KnownFacts } from "./known-facts.js";

export interface ConversationSummariserPorts {
  readonly conversations: Pick<ConversationRepository, "transcripts">;
  readonly memories: MemoryRepository;
  readonly memoryIndex: MemoryIndex;
  readonly users: Pick<UserRepository, "get">;
  readonly summariser: Summariser;
  /** Used when the summariser has failed at every attempt (decision 4.2). */
  readonly fallbackSummariser?: Summariser;
  /** Without it the language is unknown (null) when the client named none. */
  readonly languageDetector?: LanguageDetector;
  /** As of `FactPorts`. */
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
 * Makes the digest of one claimed conversation: with the summariser, then with the fallback, then a trivial one
 * (decision 4.2). The lease records the attempts.
 */
export class ConversationSummariser {
  /** @param attempts how often the summariser is called before the fallback. */
  constructor(
    private readonly ports: ConversationSummariserPorts,
    private readonly attempts: number,
  ) {}

  /**
   * @param knownTranscript avoids a read when the caller has the transcript.
   * @returns undefined when the transcript was deleted.
   * @throws BetterSummaryExists when the existing summary is better than the one that could be made now.
   * @throws the error of a summariser when the caller should retry later.
   */
  async summarise(claimed: Conversation, knownTranscript?: Transcript): Promise<Digest | undefined> {
    const { userId, id, startedAt, textSource } = claimed.state;
    const [transcript, user] = await Promise.all([
      knownTranscript ?? this.readTranscript(userId, id),
      this.ports.users.get(userId),
    ]);
    if (!transcript) return undefined;
    const known = new KnownFacts(this.ports, claimed, transcript);
    const found = await this.findDigest(claimed, transcript, {
      userId,
      startedAt,
      language: await this.resolveLanguage(claimed, transcript),
      textSource,
      timeZone: user?.state.timeZone ?? "UTC",
      userName: user?.state.displayName ?? userId,
      knownFacts: () => known.shown(),
    });
    return known.resolve(found);
  }

  private async findDigest(
    { state }: Conversation,
    transcript: Transcript,
    context: SummaryContext,
  ): Promise<FoundDigest> {
    const lost = lostClaims(state.lease);
    if (lost >= MAX_LOST_CLAIMS && !this.mayFallBack(lost, state.lease.attempts)) {
      return this.summariseTrivially(state, transcript, `Its lease was lost ${lost} times in a row`);
    }
    try {
      return await this.askSummarisers(state, transcript, context);
    } catch (error) {
      if (!(error instanceof ProcessingBudgetExceeded)) throw error;
      const failures = (state.lease.memoryFailures ?? 0) + 1;
      if (error.resource === "memory" && failures < MAX_MEMORY_FAILURES) throw error;
      return this.summariseTrivially(state, transcript, error);
    }
  }

  /** Whether the leases were lost during attempts of the summariser alone: the fallback then has one attempt. */
  private mayFallBack(lost: number, attempts: number): boolean {
    return this.ports.fallbackSummariser !== undefined && lost === MAX_LOST_CLAIMS && attempts <= this.attempts;
  }

  /** Calls the summariser until its attempts are used up or a retry is useless, and then the fallback. */
  private async askSummarisers(
    state: Conversation["state"],
    transcript: Transcript,
    context: SummaryContext,
  ): Promise<FoundDigest> {
    const { summariser, fallbackSummariser, clock, log } = this.ports;
    const { attempts: tried } = state.lease;
    if (!fallbackSummariser) return this.runSummariser(summariser, transcript, context, state.id);
    if (tried > this.attempts || lostClaims(state.lease) >= MAX_LOST_CLAIMS) {
      requireBetter(state, fallbackSummariser.id, "The process ended during the attempts before");
      return this.runSummariser(fallbackSummariser, transcript, context, state.id);
    }
    const begunAtMs = clock.monotonicMs();
    try {
      return await this.runSummariser(summariser, transcript, context, state.id);
    } catch (error) {
      const isSlow = clock.monotonicMs() - begunAtMs >= SLOW_ATTEMPT_MS;
      if (tried < (isSlow ? MAX_SLOW_ATTEMPTS : this.attempts) && !isLasting(error)) throw error;
      requireBetter(state, fallbackSummariser.id, error);
      log.warn("conversation.summariser_replaced", {
        conversation: state.id,
        summariser: summariser.id,
        error: describe(error),
      });
      return this.runSummariser(fallbackSummariser, transcript, context, state.id);
    }
  }

  /** Calls a summariser, validates its digest by the rules of the domain, and limits its size. */
  private async runSummariser(
    summariser: Summariser,
    transcript: Transcript,
    context: SummaryContext,
    conversation: string,
  ): Promise<FoundDigest> {
    const { digest, corrections } = validateDigest(await summariser.summarise(transcript, context), transcript);
    if (corrections) {
      this.ports.log.warn("conversation.digest_corrected", {
        conversation,
        summariser: summariser.id,
        dropped: corrections.dropped,
        reasons: corrections.reasons,
      });
    }
    return { ...bounded(digest), madeBy: summariser.id };
  }

  private summariseTrivially(state: Conversation["state"], transcript: Transcript, cause: unknown): FoundDigest {
    requireBetter(state, TRIVIAL_SUMMARISER, cause);
    this.ports.log.warn("conversation.summarised_trivially", { conversation: state.id, error: describe(cause) });
    return summariseTrivially(transcript);
  }

  /** Decision 4.3: the language that the client named, else the detected one; null when the detection is uncertain. */
  private async resolveLanguage({ namedLanguage }: Conversation, { segments }: Transcript): Promise<string | null> {
    const { languageDetector } = this.ports;
    if (namedLanguage !== null || !languageDetector) return namedLanguage;
    return (await languageDetector.detect(segments.map(({ text }) => text))) ?? null;
  }

  private async readTranscript(userId: string, id: string): Promise<Transcript | undefined> {
    return (await this.ports.conversations.transcripts(userId, [id])).get(id);
  }
}

/** The existing summary is better than the one that could be made now. */
export class BetterSummaryExists extends Error {
  constructor(
    readonly madeBy: string | undefined,
    override readonly cause: unknown,
  ) {
    super(`The summary by ${madeBy ?? "an earlier version"} is better kept`);
  }
}

/** @throws BetterSummaryExists when the existing summary is by a better summariser than `lesser`. */
function requireBetter({ summary }: Conversation["state"], lesser: string, cause: unknown): void {
  if (!summary) return;
  const { madeBy } = summary;
  if (madeBy === lesser || madeBy === TRIVIAL_SUMMARISER) return;
  // A summary from before `madeBy` was recorded is treated like one of the fallback.
  if (madeBy === undefined && lesser !== TRIVIAL_SUMMARISER) return;
  throw new BetterSummaryExists(madeBy, cause);
}

function isLasting(error: unknown): boolean {
  return error instanceof DomainError && (error.kind === "rate_limited" || error.isLasting);
}
