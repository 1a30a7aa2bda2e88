import {
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  BadRequestError,
  OpenAI,
  UnprocessableEntityError,
} from "openai";
import { boundedFetch } from "./bounded-fetch.js";
import { ChatFailure, type Chat, type ChatAnswer, type ChatRequest } from "./chat.js";
import { Semaphore } from "./semaphore.js";

export interface ChatEndpoint {
  /** As far as, and without, `/chat/completions`. */
  readonly baseUrl: string;
  /** Undefined for an endpoint that asks for none. */
  readonly apiKey: string | undefined;
  readonly model: string;
  /** What an answer may take with all tries, in milliseconds, counted from when it is its turn. */
  readonly timeoutMs: number;
  /** How many are asked for at once. */
  readonly concurrency: number;
}

/** After the first, within the time there is: a pause that the endpoint asks for is kept (`Retry-After`). */
const MORE_TRIES = 2;

type Words = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "model" | "messages">;

/**
 * Endpoints differ in what they understand; best first. JSON by a schema, JSON of any kind, or text; and the word for
 * the longest answer, of which each generation of models refuses the other's.
 */
const dialects: readonly ((request: ChatRequest) => Words)[] = [
  ({ schema, longest }) => ({ response_format: bySchema(schema), ...formerLimit(longest), temperature: 0 }),
  ({ schema, longest }) => ({ response_format: bySchema(schema), max_completion_tokens: longest }),
  ({ longest }) => ({ response_format: { type: "json_object" }, ...formerLimit(longest), temperature: 0 }),
  ({ longest }) => ({ ...formerLimit(longest), temperature: 0 }),
  () => ({}),
];

/** Deprecated where it comes from, and the only one that most other endpoints know. */
const formerLimit = (longest: number): object => ({ max_tokens: longest });

const bySchema = (schema: ChatRequest["schema"]): OpenAI.ResponseFormatJSONSchema => ({
  type: "json_schema",
  json_schema: { name: "answer", strict: true, schema: { ...schema } },
});

/** Any endpoint that speaks `/chat/completions`. */
export class ChatClient implements Chat {
  private readonly client: OpenAI;
  private readonly turns: Semaphore;
  private readonly closing = new AbortController();
  /** The first of `dialects` that may be understood. */
  private dialect = 0;

  constructor(private readonly endpoint: ChatEndpoint) {
    this.turns = new Semaphore(endpoint.concurrency);
    this.client = new OpenAI({
      baseURL: endpoint.baseUrl,
      apiKey: endpoint.apiKey ?? "none",
      ...(endpoint.apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
      // What is not said here would be read from the environment, where it is meant for other programs.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      logLevel: "off",
      fetch: boundedFetch,
      timeout: endpoint.timeoutMs,
      maxRetries: MORE_TRIES,
    });
  }

  ask(request: ChatRequest): Promise<ChatAnswer> {
    return this.turns.run(async () => {
      const signal = AbortSignal.any([AbortSignal.timeout(this.endpoint.timeoutMs), this.closing.signal]);
      try {
        return answerIn(await this.completion(request, signal));
      } catch (error) {
        throw failureOf(error, signal);
      }
    });
  }

  /** Lets go of what is under way: it fails. */
  close(): void {
    this.closing.abort();
  }

  /** What is understood is remembered; what is refused in every dialect has another fault. */
  private async completion(request: ChatRequest, signal: AbortSignal): Promise<unknown> {
    let refusal: unknown;
    for (const [index, words] of dialects.entries()) {
      if (index < this.dialect) continue;
      try {
        const messages = request.messages.map((message) => ({ ...message }));
        const said = { ...words(request), model: this.endpoint.model, messages };
        const completion: unknown = await this.client.chat.completions.create(said, { signal });
        this.dialect = Math.max(this.dialect, index);
        return completion;
      } catch (error) {
        if (!(error instanceof BadRequestError || error instanceof UnprocessableEntityError)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }
}

/** Whatever is not as it should be is an empty text, which nothing can be read from. */
function answerIn(completion: unknown): ChatAnswer {
  const [choice] = listIn(memberOf(completion, "choices"));
  const content = memberOf(memberOf(choice, "message"), "content");
  const tokens = memberOf(memberOf(completion, "usage"), "total_tokens");
  return {
    text: typeof content === "string" ? content : "",
    tokens: typeof tokens === "number" && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : undefined,
  };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** The endpoint's own words are left out: they may repeat what it was asked. */
function failureOf(error: unknown, signal: AbortSignal): ChatFailure {
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError || signal.aborted) {
    return new ChatFailure("The model's endpoint did not answer in time", false);
  }
  if (error instanceof APIError && error.status !== undefined) {
    return new ChatFailure(`The model's endpoint answered ${error.status}`, true);
  }
  if (error instanceof APIError) return new ChatFailure("The model's endpoint could not be reached", true);
  return new ChatFailure("The model's endpoint answered something that could not be read", false);
}
