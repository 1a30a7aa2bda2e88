import { broken } from "../domain/errors.js";
import { askedQuestion, askPage } from "../domain/limits.js";
import { ensure, finite } from "../domain/rules.js";
import { isBlank } from "../domain/white-space.js";
import type {
  Answerer,
  ConversationRepository,
  EventLog,
  MemoryRepository,
  Passage,
  PassageIndex,
  Scheduler,
  UserRepository,
} from "../ports/driven/index.js";
import type { Answered, AskUseCases, Call, Question } from "../ports/driving/index.js";
import { inTime } from "./in-time.js";

export interface AskPorts {
  readonly passageIndex: PassageIndex;
  /** Absent without a model. */
  readonly answerer?: Answerer;
  readonly conversations: Pick<ConversationRepository, "get">;
  readonly memories: Pick<MemoryRepository, "getMany">;
  readonly users: Pick<UserRepository, "get">;
  readonly scheduler: Scheduler;
  readonly log: EventLog;
}

/** How long a model is waited for, in milliseconds: somebody waits for the sources. */
const LONGEST_WAIT_MS = 20_000;

const rules = { question: askedQuestion, limit: finite({ min: 1, max: askPage.most }) };

export class Ask implements AskUseCases {
  constructor(private readonly ports: AskPorts) {}

  async ask(call: Call, asked: Question): Promise<Answered> {
    ensure(rules, asked);
    if (isBlank(asked.question)) throw broken("question_blank", "question cannot be empty");
    const { passageIndex, answerer } = this.ports;
    const sources = await passageIndex.search(call.userId, asked.question, asked.limit);
    if (!answerer || sources.length === 0) return { answer: null, sources };
    const answer = await inTime(
      this.ports.scheduler,
      LONGEST_WAIT_MS,
      this.answered(answerer, call, asked.question, sources),
    );
    if (answer === undefined) return { answer: null, sources };
    // Of what was deleted while the model wrote nothing is told, nor what it made of that.
    const left = await this.stillThere(call.userId, sources);
    return left.length === sources.length ? { answer, sources } : { answer: null, sources: left };
  }

  /** Never rejects: without a model there are the sources. */
  private async answered(
    answerer: Answerer,
    { userId, now }: Call,
    question: string,
    passages: readonly Passage[],
  ): Promise<string | undefined> {
    try {
      const user = await this.ports.users.get(userId);
      const { displayName: userName = userId, timeZone = "UTC" } = user?.state ?? {};
      const request = { userId, userName, timeZone, now, question, passages };
      return await answerer.answer(request, LONGEST_WAIT_MS);
    } catch (error) {
      this.ports.log.warn("ask.not_answered", { error: String(error) });
      return undefined;
    }
  }

  private async stillThere(userId: string, sources: readonly Passage[]): Promise<Passage[]> {
    const { conversations, memories } = this.ports;
    const ofMemories = sources.flatMap(({ memoryId }) => memoryId ?? []);
    const ofConversations = sources.flatMap(({ memoryId, conversationId }) =>
      memoryId === null && conversationId !== null ? conversationId : [],
    );
    const [listedMemories, listed] = await Promise.all([
      memories.getMany(userId, ofMemories),
      Promise.all([...new Set(ofConversations)].map((id) => conversations.get(userId, id))),
    ]);
    const there = new Set([...listedMemories, ...listed].flatMap((each) => (each?.isListed ? each.state.id : [])));
    return sources.filter(({ memoryId, conversationId }) => there.has(memoryId ?? conversationId ?? ""));
  }
}
