import { invalidInput } from "../../domain/errors.js";
import { questionText, askPageSize } from "../../domain/limits.js";
import { ensure, finite } from "../../domain/rules.js";
import { isBlank } from "../../domain/text/normalize-text.js";
import type {
  AnswerGenerator,
  ConversationRepository,
  EventLog,
  MemoryRepository,
  Passage,
  PassageIndex,
  Scheduler,
  UserRepository,
} from "../../ports/driven/index.js";
import type { AnswerResult, AskUseCases, RequestContext, AskQuery } from "../../ports/driving/index.js";
import { withTimeout } from "../with-timeout.js";

export interface QuestionAnsweringPorts {
  readonly passageIndex: PassageIndex;
  /** Absent when no model is configured. */
  readonly answerer?: AnswerGenerator;
  readonly conversations: Pick<ConversationRepository, "get">;
  readonly memories: Pick<MemoryRepository, "getMany">;
  readonly users: Pick<UserRepository, "get">;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
}

/** How long `ask` waits for the model, in milliseconds: the caller waits for the sources too. */
const ANSWER_TIMEOUT_MS = 20_000;

const rules = { question: questionText, limit: finite({ min: 1, max: askPageSize.maxLimit }) };

export class QuestionAnswering implements AskUseCases {
  constructor(private readonly ports: QuestionAnsweringPorts) {}

  async ask(context: RequestContext, query: AskQuery): Promise<AnswerResult> {
    ensure(rules, query);
    if (isBlank(query.question)) throw invalidInput("question_blank");
    const { passageIndex, answerer } = this.ports;
    const sources = await passageIndex.search(context.userId, query.question, query.limit);
    if (!answerer || sources.length === 0) return { answer: null, sources };
    const answer = await withTimeout(
      this.ports.scheduler,
      ANSWER_TIMEOUT_MS,
      this.generateAnswer(answerer, context, query.question, sources),
    );
    if (answer === undefined) return { answer: null, sources };
    // Leaves out sources that were deleted during generation, and then the answer, which may contain them.
    const remaining = await this.selectExisting(context.userId, sources);
    return remaining.length === sources.length ? { answer, sources } : { answer: null, sources: remaining };
  }

  /** Never rejects: returns undefined when the model fails, and the caller then returns the sources alone. */
  private async generateAnswer(
    answerer: AnswerGenerator,
    { userId, now }: RequestContext,
    question: string,
    passages: readonly Passage[],
  ): Promise<string | undefined> {
    try {
      const user = await this.ports.users.get(userId);
      const { displayName: userName = userId, timeZone = "UTC" } = user?.state ?? {};
      const request = { userId, userName, timeZone, now, question, passages };
      return await answerer.generateAnswer(request, ANSWER_TIMEOUT_MS);
    } catch (error) {
      this.ports.log.warn("ask.answer_failed", { error: String(error) });
      return undefined;
    }
  }

  private async selectExisting(userId: string, sources: readonly Passage[]): Promise<Passage[]> {
    const { conversations, memories } = this.ports;
    const memoryIds = sources.flatMap(({ memoryId }) => memoryId ?? []);
    const conversationIds = sources.flatMap(({ memoryId, conversationId }) =>
      memoryId === null && conversationId !== null ? conversationId : [],
    );
    const [storedMemories, storedConversations] = await Promise.all([
      memories.getMany(userId, memoryIds),
      Promise.all([...new Set(conversationIds)].map((id) => conversations.get(userId, id))),
    ]);
    const existingIds = new Set(
      [...storedMemories, ...storedConversations].flatMap((entity) => (entity?.isListed ? entity.state.id : [])),
    );
    return sources.filter(({ memoryId, conversationId }) => existingIds.has(memoryId ?? conversationId ?? ""));
  }
}
