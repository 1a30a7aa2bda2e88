import type { OpenAI } from "openai";
import type { Schema } from "../../../domain/rules.js";
import type { EventLog } from "../../../ports/driven/runtime/system.js";
import { toList, getMember, readTotalTokens } from "../output/extract-json.js";
import { type ModelCallOptions, ModelCallGuard, type ModelCallPorts } from "./model-call-guard.js";
import { createOpenAiClient, type ModelEndpointOptions } from "./model-endpoint.js";
import { isRequestRejection } from "./model-error.js";

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

export interface ChatRequest {
  readonly messages: readonly ModelMessage[];
  /** Requested schema of the response; the response may violate it. */
  readonly schema: Schema;
  /** Maximum length of the response in tokens. */
  readonly maxOutputTokens: number;
}

interface ChatResponse {
  /** Unvalidated output of the model; may be empty. */
  readonly text: string;
  /** Input and output tokens as counted by the endpoint; undefined if it does not report them. */
  readonly tokens: number | undefined;
}

/** A chat model without tools. */
export interface Chat {
  /** @throws ModelError if there is no response; errors of `options.beforeCall`; the abort reason while queued. */
  complete(request: ChatRequest, options?: ModelCallOptions): Promise<ChatResponse>;
}

/** Exceeds the longest expected response. */
const MAX_CHAT_RESPONSE_BYTES = 2 ** 20;

type ChatParameters = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "model" | "messages">;

/**
 * Parameter sets for endpoints with different features, best first: JSON by a schema, any JSON, or text. Models accept
 * either `max_tokens` or `max_completion_tokens`, and some reject the other one.
 */
const dialects: readonly ((request: ChatRequest) => ChatParameters)[] = [
  ({ schema, maxOutputTokens }) => ({
    response_format: buildJsonSchemaFormat(schema),
    ...buildLegacyTokenLimit(maxOutputTokens),
    temperature: 0,
  }),
  ({ schema, maxOutputTokens }) => ({
    response_format: buildJsonSchemaFormat(schema),
    max_completion_tokens: maxOutputTokens,
  }),
  ({ maxOutputTokens }) => ({
    response_format: { type: "json_object" },
    ...buildLegacyTokenLimit(maxOutputTokens),
    temperature: 0,
  }),
  ({ maxOutputTokens }) => ({ ...buildLegacyTokenLimit(maxOutputTokens), temperature: 0 }),
  () => ({}),
];

/** OpenAI deprecates `max_tokens`, but most other endpoints support only this one. */
const buildLegacyTokenLimit = (maxOutputTokens: number): object => ({ max_tokens: maxOutputTokens });

const buildJsonSchemaFormat = (schema: ChatRequest["schema"]): OpenAI.ResponseFormatJSONSchema => ({
  type: "json_schema",
  json_schema: { name: "answer", strict: true, schema: { ...schema } },
});

/** Consecutive fallbacks to the same dialect after which the client stops trying better ones. */
const MIN_FALLBACKS_TO_SWITCH_DIALECT = 2;

/** Client of any OpenAI-compatible `/chat/completions` endpoint. */
export class ChatClient implements Chat {
  private readonly client: OpenAI;
  private readonly callGuard: ModelCallGuard;
  /** Index of the first dialect to try. */
  private firstDialectIndex = 0;
  /** The dialect that the latest calls succeeded in, and the number of consecutive calls. */
  private recentFallback = { dialect: 0, times: 0 };
  private readonly log: EventLog;

  constructor(
    private readonly endpoint: ModelEndpointOptions,
    ports: ModelCallPorts,
  ) {
    this.callGuard = new ModelCallGuard("chat", endpoint.timeoutMs, ports);
    this.client = createOpenAiClient(endpoint, MAX_CHAT_RESPONSE_BYTES);
    this.log = ports.log;
  }

  complete(request: ChatRequest, options?: ModelCallOptions): Promise<ChatResponse> {
    return this.callGuard.run(
      async (signal) => parseChatResponse(await this.requestCompletion(request, signal)),
      options,
    );
  }

  /** Aborts all calls. */
  close(): void {
    this.callGuard.close();
  }

  /** Tries the dialects in order. @throws the last rejection if the endpoint rejects the request in all of them. */
  private async requestCompletion(request: ChatRequest, signal: AbortSignal): Promise<unknown> {
    let rejection: unknown;
    for (const [index, buildParameters] of dialects.entries()) {
      if (index < this.firstDialectIndex) continue;
      try {
        const messages = request.messages.map((message) => ({ ...message }));
        const parameters = { ...buildParameters(request), model: this.endpoint.model, messages };
        const completion: unknown = await this.client.chat.completions.create(parameters, { signal });
        this.detectDialect(index);
        return completion;
      } catch (error) {
        if (!isRequestRejection(error)) throw error;
        rejection = error;
      }
    }
    throw rejection;
  }

  /** Switches only after repeated fallbacks, because an endpoint may reject a single request for its content. */
  private detectDialect(acceptedDialect: number): void {
    const consecutiveCount = acceptedDialect === this.recentFallback.dialect ? this.recentFallback.times + 1 : 1;
    this.recentFallback = { dialect: acceptedDialect, times: consecutiveCount };
    if (acceptedDialect <= this.firstDialectIndex || consecutiveCount < MIN_FALLBACKS_TO_SWITCH_DIALECT) return;
    this.firstDialectIndex = acceptedDialect;
    this.log.warn("model.dialect_changed", { kind: "chat", dialect: acceptedDialect });
  }
}

/** A malformed response becomes an empty text, which fails validation later. */
function parseChatResponse(completion: unknown): ChatResponse {
  const [choice] = toList(getMember(completion, "choices"));
  const content = getMember(getMember(choice, "message"), "content");
  return { text: typeof content === "string" ? content : "", tokens: readTotalTokens(completion) };
}
