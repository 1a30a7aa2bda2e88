import { mostFound } from "../../domain/digest.js";
import { folded } from "../../domain/folded-text.js";
import type { Transcript } from "../../domain/transcript.js";
import type { FoundDigest, Summariser, SummaryContext } from "../../ports/driven/summariser.js";
import { allOrNone } from "./all-or-none.js";
import { CheckedAnswers, type AnswerPorts } from "./checked-answers.js";
import { saidIn, type Said } from "../../domain/written-text.js";
import { digestAnswer, headlineAnswer, type Headline } from "./digest-answer.js";
import { isSameEvent, isSameItem, joinedFindings } from "./joined-findings.js";
import { modelId } from "./model-id.js";
import { shownFacts, type ShownFacts } from "./shown-facts.js";
import { framed, headlineTask, summaryTask } from "./prompts.js";
import { estimatedTokens } from "./tokens.js";
import { filled, partsOf, type TranscriptPart } from "./transcript-parts.js";

export interface LlmSummariserOptions {
  readonly model: string;
  /** What the model reads and writes at once, in tokens. */
  readonly contextTokens: number;
  /** What a user may have read and written in a day (UTC); 0 for no limit. */
  readonly tokensPerDay: number;
}

/** The part of the context that an answer may take; it is there twice when an answer is repaired. */
const ANSWER_SHARE = 1 / 5;
const LONGEST_ANSWER = 4_096;
/** For what tells an answer's faults, in tokens. */
const REPAIR = 500;
const LEAST_ROOM = 256;
/** The part of the context that known facts may take. */
const KNOWN_SHARE = 1 / 8;
const MARKERS = 60;

/** What a part is read with. */
interface About extends SummaryContext {
  readonly known: ShownFacts;
  readonly said: Said;
}

/**
 * Asks a language model, which sees one conversation of one user and has no tools. What it answers is kept only when it
 * keeps the domain's rules and points to where it was said. What is longer than the model's context is read in parts.
 */
export class LlmSummariser implements Summariser {
  readonly id: string;
  private readonly answers: CheckedAnswers;
  private readonly longest: number;

  constructor(
    ports: AnswerPorts,
    private readonly options: LlmSummariserOptions,
  ) {
    const { model, tokensPerDay, contextTokens } = options;
    this.id = modelId(model);
    this.longest = Math.min(LONGEST_ANSWER, Math.floor(contextTokens * ANSWER_SHARE));
    this.answers = new CheckedAnswers(ports, tokensPerDay, this.longest);
  }

  /** @throws DomainError `unavailable` or `rate_limited`, as `CheckedAnswers.ask`. */
  async summarise(transcript: Transcript, context: SummaryContext): Promise<FoundDigest> {
    const facts = (await context.knownFacts?.()) ?? [];
    const known = shownFacts(facts, this.options.contextTokens * KNOWN_SHARE);
    const said = saidIn([...textsOfUser(transcript, context), ...facts.map(({ content }) => content)]);
    const rule = digestAnswer({ ...context, ...known, said, segmentIds: new Map() });
    const task = summaryTask(context, "one conversation", known.text !== "");
    const room = this.roomBeside(framed(task, rule.schema(), "") + known.text);
    const parts = partsOf(transcript, context.userName, room);
    const about = { ...context, known, said };
    const digests = await allOrNone((signal) =>
      parts.map((part, index) => this.digest(part, about, [index, parts.length], signal)),
    );
    const [only, ...others] = digests;
    return only && others.length === 0 ? only : this.joined(digests, context, said);
  }

  private digest(
    { text, segmentIds }: TranscriptPart,
    about: About,
    [index, count]: readonly [number, number],
    signal: AbortSignal,
  ): Promise<FoundDigest> {
    const { known, userId } = about;
    const what = count === 1 ? "one conversation" : `part ${index + 1} of ${count} of one conversation`;
    const rule = digestAnswer({ ...about, ...known, segmentIds });
    const task = summaryTask(about, what, known.text !== "");
    return this.answers.ask(userId, { task, material: text, known: known.text }, rule, signal);
  }

  /** Nothing that was found in a part is lost, but what is more than one conversation may leave behind. */
  private async joined(digests: readonly FoundDigest[], context: SummaryContext, said: Said): Promise<FoundDigest> {
    const kept = digests.filter(({ discard }) => !discard);
    return {
      ...(await this.headline(kept.length > 0 ? kept : digests, context, said)),
      actionItems: joinedFindings(
        kept.map(({ actionItems }) => actionItems),
        mostFound.actionItems,
        isSameItem,
      ),
      events: joinedFindings(
        kept.map(({ events }) => events),
        mostFound.events,
        isSameEvent,
      ),
      memories: joinedFindings(
        kept.map(({ memories }) => memories),
        mostFound.memories,
        (one, other) => folded(one.content) === folded(other.content),
      ),
      discard: kept.length === 0,
    };
  }

  /** Of two at least at a time, until there is one. */
  private async headline(parts: readonly Headline[], context: SummaryContext, said: Said): Promise<Headline> {
    const [only, ...others] = parts;
    if (only && others.length === 0) {
      const { title, overview, category, emoji } = only;
      return { title, overview, category, emoji };
    }
    const task = headlineTask(context);
    const rule = headlineAnswer(said);
    const room = this.roomBeside(framed(task, rule.schema(), ""));
    const groups = filled(parts, room, line, 2);
    const next = await allOrNone((signal) =>
      groups.map(async (group) => {
        const [alone, ...rest] = group;
        if (alone && rest.length === 0) return alone;
        return this.answers.ask(context.userId, { task, material: group.map(line).join("\n") }, rule, signal);
      }),
    );
    return this.headline(next, context, said);
  }

  /** For material beside a task of ours, in tokens. */
  private roomBeside(task: string): number {
    const rest = estimatedTokens(task) + MARKERS + 2 * this.longest + REPAIR;
    return Math.max(LEAST_ROOM, this.options.contextTokens - rest);
  }
}

/** A text is the user's own, whoever it is about; who else speaks could put a name of the net into what is kept. */
const textsOfUser = ({ segments }: Transcript, { textSource }: SummaryContext): string[] =>
  segments.filter(({ isUser }) => isUser || textSource !== null).map(({ text }) => text);

const line = ({ title, overview, category }: Headline): string => `- ${title} (${category}): ${overview}`;
