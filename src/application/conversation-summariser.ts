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
  /** Answers instead of one that has failed at every try (decision 4.2). */
  readonly fallbackSummariser?: Summariser;
  /** Without it a summariser is not told the language of a conversation whose client named none. */
  readonly languageDetector?: LanguageDetector;
  /** As of `FactPorts`. */
  readonly factComparer?: FactComparer;
  readonly clock: Clock;
  readonly log: EventLog;
}

/** A summariser that needs this long to fail is asked at most `SLOW_ATTEMPTS` times. */
const SLOW_TRY_MS = 10_000;
const SLOW_ATTEMPTS = 2;
/** So many leases lost in a row are taken for the transcript's doing. */
const MAX_LOST_CLAIMS = 2;
const MAX_MEMORY_FAILURES = 2;

/**
 * Makes the digest of one claimed conversation: by the summariser, else by the one to fall back on, else a trivial one
 * (decision 4.2). The lease tells what has been tried.
 */
export class ConversationSummariser {
  /** @param attempts how often the summariser is asked before the fallback is. */
  constructor(
    private readonly ports: ConversationSummariserPorts,
    private readonly attempts: number,
  ) {}

  /**
   * @param given the transcript, where it is at hand: it is read otherwise.
   * @returns undefined when there is no transcript any more.
   * @throws BetterSummaryExists where what could be made now is less than what there is; what a summariser throws, for
   *   the caller to try again later.
   */
  async summarise(claimed: Conversation, given?: Transcript): Promise<Digest | undefined> {
    const { userId, id, startedAt, textSource } = claimed.state;
    const [transcript, user] = await Promise.all([
      given ?? this.readTranscript(userId, id),
      this.ports.users.get(userId),
    ]);
    if (!transcript) return undefined;
    const known = new KnownFacts(this.ports, claimed, transcript);
    const found = await this.findDigest(claimed, transcript, {
      userId,
      startedAt,
      language: await this.language(claimed, transcript),
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

  /** Whether the leases were lost while only the summariser was asked: then the fallback has one attempt. */
  private mayFallBack(lost: number, attempts: number): boolean {
    return this.ports.fallbackSummariser !== undefined && lost === MAX_LOST_CLAIMS && attempts <= this.attempts;
  }

  /** As long as there are attempts the summariser is asked, then the fallback; at once when trying again is of no use. */
  private async askSummarisers(
    state: Conversation["state"],
    transcript: Transcript,
    context: SummaryContext,
  ): Promise<FoundDigest> {
    const { summariser, fallbackSummariser, clock, log } = this.ports;
    const { attempts: tried } = state.lease;
    if (!fallbackSummariser) return this.ask(summariser, transcript, context, state.id);
    if (tried > this.attempts || lostClaims(state.lease) >= MAX_LOST_CLAIMS) {
      requireBetter(state, fallbackSummariser.id, "The process ended during the attempts before");
      return this.ask(fallbackSummariser, transcript, context, state.id);
    }
    const begunAtMs = clock.monotonicMs();
    try {
      return await this.ask(summariser, transcript, context, state.id);
    } catch (error) {
      const isSlow = clock.monotonicMs() - begunAtMs >= SLOW_TRY_MS;
      if (tried < (isSlow ? SLOW_ATTEMPTS : this.attempts) && !isLasting(error)) throw error;
      requireBetter(state, fallbackSummariser.id, error);
      log.warn("conversation.summariser_replaced", {
        conversation: state.id,
        summariser: summariser.id,
        error: describe(error),
      });
      return this.ask(fallbackSummariser, transcript, context, state.id);
    }
  }

  /** What the summariser yields, held to the domain's rules and to the bounds of one conversation. */
  private async ask(
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

  /** Decision 4.3: as the client named it, else as it is detected; null where that is not certain. */
  private async language({ namedLanguage }: Conversation, { segments }: Transcript): Promise<string | null> {
    const { languageDetector } = this.ports;
    if (namedLanguage !== null || !languageDetector) return namedLanguage;
    return (await languageDetector.detect(segments.map(({ text }) => text))) ?? null;
  }

  private async readTranscript(userId: string, id: string): Promise<Transcript | undefined> {
    return (await this.ports.conversations.transcripts(userId, [id])).get(id);
  }
}

/** The summary that there is is better than what could be made now. */
export class BetterSummaryExists extends Error {
  constructor(
    readonly madeBy: string | undefined,
    override readonly cause: unknown,
  ) {
    super(`The summary by ${madeBy ?? "an earlier version"} is better kept`);
  }
}

/** @throws BetterSummaryExists where another than this lesser summariser has made the summary that there is. */
function requireBetter({ summary }: Conversation["state"], lesser: string, cause: unknown): void {
  if (!summary) return;
  const { madeBy } = summary;
  if (madeBy === lesser || madeBy === TRIVIAL_SUMMARISER) return;
  // What is older than the record of its maker is worth no more than what a fallback makes.
  if (madeBy === undefined && lesser !== TRIVIAL_SUMMARISER) return;
  throw new BetterSummaryExists(madeBy, cause);
}

function isLasting(error: unknown): boolean {
  return error instanceof DomainError && (error.kind === "rate_limited" || error.isLasting);
}
