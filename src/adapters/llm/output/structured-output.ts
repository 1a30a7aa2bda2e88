import { DomainError } from "../../../domain/errors.js";
import { ValidationFailure, type Rule } from "../../../domain/rules.js";
import type { Clock, EventLog, IdGenerator } from "../../../ports/driven/runtime/system.js";
import type { TokenBudget } from "../../../ports/driven/store/coordination.js";
import type { Chat, ModelMessage, ChatRequest } from "../client/chat-client.js";
import { ModelError } from "../client/model-error.js";
import { buildUserMessage, buildSystemMessage, buildRepairMessage, type ModelPrompt } from "../prompt/prompts.js";
import { estimateTokens } from "../prompt/model-input.js";
import { extractJsonObject } from "./extract-json.js";

export interface StructuredOutputPorts {
  readonly chat: Chat;
  readonly budget: TokenBudget;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly log: EventLog;
}

/** Requests model output that satisfies a rule, within the token budget of the user. */
export class StructuredOutput {
  /** Calls of this process that hold a reservation of the token budget, by user; each settles with its call. */
  private readonly pendingReservations = new Map<string, Set<Promise<undefined>>>();

  constructor(
    private readonly ports: StructuredOutputPorts,
    /** Token budget of each user per UTC day; 0 disables the limit. */
    private readonly dailyTokenBudget: number,
    /** Maximum length of a response in tokens. */
    private readonly maxOutputTokens: number,
  ) {}

  /**
   * Requests output. If it violates the rule, sends one repair request that lists the violations.
   * @param signal cancels the call.
   * @throws DomainError `unavailable` if the endpoint fails or the repaired output violates the rule; `rate_limited` if
   *   the token budget of the user is exhausted for today.
   */
  async generate<T>(userId: string, prompt: ModelPrompt, rule: Rule<T>, signal?: AbortSignal): Promise<T> {
    const marker = `=== ${this.ports.ids.generate()} ===`;
    const schema = rule.schema();
    const messages: ModelMessage[] = [
      { role: "system", content: buildSystemMessage(prompt.task, schema, marker) },
      { role: "user", content: buildUserMessage(marker, prompt) },
    ];
    const request = { messages, schema, maxOutputTokens: this.maxOutputTokens };
    const firstText = await this.completeWithinBudget(userId, request, signal);
    const firstResult = this.parseOutput(firstText, rule);
    if (!(firstResult instanceof ValidationFailure)) return firstResult;
    const repairMessages: ModelMessage[] = [
      { role: "assistant", content: firstText },
      { role: "user", content: buildRepairMessage(firstResult.violations) },
    ];
    const repairRequest = { ...request, messages: [...messages, ...repairMessages] };
    const repairedResult = this.parseOutput(await this.completeWithinBudget(userId, repairRequest, signal), rule);
    if (!(repairedResult instanceof ValidationFailure)) return repairedResult;
    this.ports.log.info("model.unusable", { kind: "chat" });
    throw new DomainError(
      "unavailable",
      "model_unusable",
      "The model's answer breaks the rules, and so does its repair",
      { isPermanent: true },
    );
  }

  private parseOutput<T>(text: string, rule: Rule<T>): T | ValidationFailure {
    const json = extractJsonObject(text);
    return json === undefined
      ? ValidationFailure.create("json_invalid", "Input should be one whole JSON object")
      : rule.read(json);
  }

  /**
   * Reserves the maximum cost of the call before the request and returns the unused part afterwards, so that concurrent
   * calls together never exceed the budget.
   */
  private async completeWithinBudget(
    userId: string,
    request: ChatRequest,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const { chat, budget, clock } = this.ports;
    if (this.dailyTokenBudget === 0) return (await chat.complete(request, { signal })).text;
    const promptTokens = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    const reservedTokens = promptTokens + request.maxOutputTokens;
    let day: string | undefined;
    const { promise: settled, resolve: resolveSettled } = Promise.withResolvers<undefined>();
    const reserveBudget = async (): Promise<void> => {
      const today = clock.now().toISOString().slice(0, 10);
      await this.reserveTokens(userId, today, reservedTokens, settled, signal);
      day = today;
    };
    const adjustBudget = async (tokens: number): Promise<void> => {
      if (day !== undefined) await budget.adjust(userId, day, tokens - reservedTokens);
    };
    try {
      const { text, tokens = promptTokens + estimateTokens(text) } = await chat.complete(request, {
        signal,
        beforeCall: reserveBudget,
      });
      await adjustBudget(tokens);
      return text;
    } catch (error) {
      // Any other error occurred before the request was sent.
      if (!(error instanceof ModelError) || error.isUnbilled) await adjustBudget(0);
      throw error;
    } finally {
      this.pendingReservations.get(userId)?.delete(settled);
      if (this.pendingReservations.get(userId)?.size === 0) this.pendingReservations.delete(userId);
      resolveSettled(undefined);
    }
  }

  /**
   * Reserves tokens of the budget. If too few remain, waits for other calls of the user in this process: most of them
   * return a large part of their reservation.
   * @param settled resolves when the reservation is settled.
   * @throws DomainError `rate_limited` if too few tokens remain and no other call is pending.
   */
  private async reserveTokens(
    userId: string,
    day: string,
    tokens: number,
    settled: Promise<undefined>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { budget, log } = this.ports;
    while (!(await budget.tryConsume(userId, day, tokens, this.dailyTokenBudget))) {
      const otherReservations = this.pendingReservations.get(userId);
      if (!otherReservations) {
        log.info("model.over_budget", { kind: "chat" });
        throw new DomainError("rate_limited", "tokens_spent", "The user's tokens of this day are spent");
      }
      await Promise.race(otherReservations);
      signal?.throwIfAborted();
    }
    this.pendingReservations.set(userId, (this.pendingReservations.get(userId) ?? new Set()).add(settled));
  }
}
