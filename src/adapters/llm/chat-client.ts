import type { OpenAI } from "openai";
import type { EventLog } from "../../ports/driven/event-log.js";
import { Calls, type CallPorts, type CallTerms } from "./calls.js";
import type { Chat, ChatAnswer, ChatRequest } from "./chat.js";
import { clientOf, type Endpoint } from "./endpoint.js";
import { listIn, memberOf, tokensIn } from "./json-members.js";
import { isRejection } from "./model-failure.js";

/** More than the longest answer of any model. */
const MOST_BYTES = 2 ** 20;

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

/** So many answers in a row are understood in a lesser dialect alone before the better ones are not tried any more. */
const TIMES_TO_LEARN = 2;

/** Any endpoint that speaks `/chat/completions`. */
export class ChatClient implements Chat {
  private readonly client: OpenAI;
  private readonly calls: Calls;
  /** The first of `dialects` that may be understood. */
  private dialect = 0;
  /** What the latest answers were understood in, where that was a lesser one, and how many in a row. */
  private lesser = { dialect: 0, times: 0 };
  private readonly log: EventLog;

  constructor(
    private readonly endpoint: Endpoint,
    ports: CallPorts,
  ) {
    this.calls = new Calls("chat", endpoint.timeoutMs, ports);
    this.client = clientOf(endpoint, MOST_BYTES);
    this.log = ports.log;
  }

  ask(request: ChatRequest, terms?: CallTerms): Promise<ChatAnswer> {
    return this.calls.make(async (signal) => answerIn(await this.completion(request, signal)), terms);
  }

  /** Lets go of what is under way: it fails. */
  close(): void {
    this.calls.close();
  }

  /** What is refused in every dialect has another fault. */
  private async completion(request: ChatRequest, signal: AbortSignal): Promise<unknown> {
    let refusal: unknown;
    for (const [index, words] of dialects.entries()) {
      if (index < this.dialect) continue;
      try {
        const messages = request.messages.map((message) => ({ ...message }));
        const said = { ...words(request), model: this.endpoint.model, messages };
        const completion: unknown = await this.client.chat.completions.create(said, { signal });
        this.learn(index);
        return completion;
      } catch (error) {
        if (!isRejection(error)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  /** One request may be refused for what it says: only what is understood again and again in its stead is remembered. */
  private learn(understood: number): void {
    const times = understood === this.lesser.dialect ? this.lesser.times + 1 : 1;
    this.lesser = { dialect: understood, times };
    if (understood <= this.dialect || times < TIMES_TO_LEARN) return;
    this.dialect = understood;
    this.log.warn("model.dialect", { kind: "chat", dialect: understood });
  }
}

/** Whatever is not as it should be is an empty text, which nothing can be read from. */
function answerIn(completion: unknown): ChatAnswer {
  const [choice] = listIn(memberOf(completion, "choices"));
  const content = memberOf(memberOf(choice, "message"), "content");
  return { text: typeof content === "string" ? content : "", tokens: tokensIn(completion) };
}
