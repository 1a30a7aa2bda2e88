import { DomainError } from "../../domain/errors.js";
import { Refused, type Rule } from "../../domain/rules.js";
import type { Clock } from "../../ports/driven/clock.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import type { Ids } from "../../ports/driven/ids.js";
import type { TokenBudget } from "../../ports/driven/token-budget.js";
import type { Chat, ChatMessage, ChatRequest } from "./chat.js";
import { ModelFailure } from "./model-failure.js";
import { between, framed, repairTask, type Question } from "./prompts.js";
import { estimatedTokens } from "./tokens.js";
import { writtenJson } from "./written-json.js";

export interface AnswerPorts {
  readonly chat: Chat;
  readonly budget: TokenBudget;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EventLog;
}

/** Answers of a model that keep a rule, paid for by the user they are for. */
export class CheckedAnswers {
  /** What each user's tokens are reserved for. */
  private readonly underWay = new Map<string, Set<Promise<undefined>>>();

  constructor(
    private readonly ports: AnswerPorts,
    /** Of a user, in tokens; 0 for no limit. */
    private readonly budgetOfADay: number,
    /** Of an answer, in tokens. */
    private readonly longest: number,
  ) {}

  /**
   * Asks, and once more where the answer breaks the rule, naming how.
   * @throws DomainError `unavailable` when there is no answer that keeps it; `rate_limited` when the user has no tokens
   *   left today.
   * @param signal aborted when nobody waits for the answer any more: then it rejects soon.
   */
  async ask<T>(userId: string, question: Question, rule: Rule<T>, signal?: AbortSignal): Promise<T> {
    const marker = `=== ${this.ports.ids.fresh()} ===`;
    const schema = rule.schema();
    const messages: ChatMessage[] = [
      { role: "system", content: framed(question.task, schema, marker) },
      { role: "user", content: between(marker, question) },
    ];
    const request = { messages, schema, longest: this.longest };
    const first = await this.paid(userId, request, signal);
    const read = this.read(first, rule);
    if (!(read instanceof Refused)) return read;
    const repair: ChatMessage[] = [
      { role: "assistant", content: first },
      { role: "user", content: repairTask(read.violations) },
    ];
    const again = { ...request, messages: [...messages, ...repair] };
    const repaired = this.read(await this.paid(userId, again, signal), rule);
    if (!(repaired instanceof Refused)) return repaired;
    this.ports.log.info("model.unusable", { kind: "chat" });
    throw new DomainError(
      "unavailable",
      "model_unusable",
      "The model's answer breaks the rules, and so does its repair",
      [],
      true,
    );
  }

  private read<T>(text: string, rule: Rule<T>): T | Refused {
    const json = writtenJson(text);
    return json === undefined
      ? Refused.because("json_invalid", "Input should be one whole JSON object")
      : rule.read(json);
  }

  /**
   * When it is its turn the most it may cost is taken, and what it did not cost is given back: so no number at once
   * exceeds the budget.
   */
  private async paid(userId: string, request: ChatRequest, signal: AbortSignal | undefined): Promise<string> {
    const { chat, budget, clock } = this.ports;
    if (this.budgetOfADay === 0) return (await chat.ask(request, { signal })).text;
    const asked = request.messages.reduce((sum, { content }) => sum + estimatedTokens(content), 0);
    const most = asked + request.longest;
    let day: string | undefined;
    const { promise: over, resolve: tellOver } = Promise.withResolvers<undefined>();
    const begin = async (): Promise<void> => {
      const today = clock.now().toISOString().slice(0, 10);
      await this.reserve(userId, today, most, over, signal);
      day = today;
    };
    const settle = async (tokens: number): Promise<void> => {
      if (day !== undefined) await budget.adjust(userId, day, tokens - most);
    };
    try {
      const { text, tokens = asked + estimatedTokens(text) } = await chat.ask(request, { signal, begin });
      await settle(tokens);
      return text;
    } catch (error) {
      // Whatever else is thrown has kept it from being asked.
      if (!(error instanceof ModelFailure) || error.isFree) await settle(0);
      throw error;
    } finally {
      this.underWay.get(userId)?.delete(over);
      if (this.underWay.get(userId)?.size === 0) this.underWay.delete(userId);
      tellOver(undefined);
    }
  }

  /**
   * What others of this user have reserved they seldom need: while there are any it is waited for what they leave.
   * @param over fulfilled when what is reserved now is settled.
   * @throws DomainError `rate_limited`
   */
  private async reserve(
    userId: string,
    day: string,
    tokens: number,
    over: Promise<undefined>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { budget, log } = this.ports;
    while (!(await budget.tryConsume(userId, day, tokens, this.budgetOfADay))) {
      const others = this.underWay.get(userId);
      if (!others) {
        log.info("model.over_budget", { kind: "chat" });
        throw new DomainError("rate_limited", "tokens_spent", "The user's tokens of this day are spent");
      }
      await Promise.race(others);
      signal?.throwIfAborted();
    }
    this.underWay.set(userId, (this.underWay.get(userId) ?? new Set()).add(over));
  }
}
