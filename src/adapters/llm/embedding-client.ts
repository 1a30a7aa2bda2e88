import type { OpenAI } from "openai";
import type { Embedder } from "../../ports/driven/embedder.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import { Calls, type CallPorts } from "./calls.js";
import { vectorsIn } from "./embedding-answer.js";
import { clientOf, type Endpoint } from "./endpoint.js";
import { tokensIn } from "./json-members.js";
import { modelId } from "./model-id.js";
import { ModelFailure } from "./model-failure.js";
import { sendable } from "./sendable-text.js";

export interface EmbeddingEndpoint extends Endpoint {
  /** How many texts it is sent at once. */
  readonly batch: number;
  /** What the model reads of a text, in tokens; the rest is cut off. */
  readonly contextTokens: number;
}

/** More than the numbers of the greatest batch. */
const MOST_BYTES = 2 ** 26;

/** So many answers in a row have the same other dimensions before the model is taken for another one. */
const TIMES_TO_LEARN = 3;

/**
 * Any endpoint that speaks `/embeddings`. How many dimensions its vectors have is seen by its first answer, and by
 * several in a row that are at one about another number.
 */
export class EmbeddingClient implements Embedder {
  readonly id: string;
  private readonly client: OpenAI;
  private readonly calls: Calls;
  /** Those that may not take long fail alone: it is no fault that the endpoint takes longer. */
  private readonly hastyCalls: Calls;
  private known: number | undefined;
  /** Of the latest answers, where they had other dimensions than are known, and how many in a row. */
  private others = { dimensions: 0, times: 0 };
  private readonly log: EventLog;

  constructor(
    private readonly endpoint: EmbeddingEndpoint,
    ports: CallPorts,
  ) {
    this.id = modelId(endpoint.model);
    this.calls = new Calls("embeddings", endpoint.timeoutMs, ports);
    this.hastyCalls = new Calls("query", endpoint.timeoutMs, ports);
    this.client = clientOf(endpoint, MOST_BYTES);
    this.log = ports.log;
  }

  get dimensions(): number | undefined {
    return this.known;
  }

  /** @throws ModelFailure, also for vectors of other dimensions than those before: the model is another one then. */
  async embed(texts: readonly string[], withinMs?: number): Promise<Float32Array[]> {
    const { batch, contextTokens } = this.endpoint;
    const said = texts.map((text) => sendable(text, contextTokens));
    const sent = said.filter((text) => text !== "");
    const vectors: Float32Array[] = [];
    for (let i = 0; i < sent.length; i += batch) {
      vectors.push(...(await this.answered(sent.slice(i, i + batch), withinMs)));
    }
    const made = vectors.values();
    return said.map((text) => {
      const vector = text === "" ? undefined : made.next().value;
      return vector ?? new Float32Array(this.known ?? 0);
    });
  }

  /** Lets go of what is under way: it fails. */
  close(): void {
    this.calls.close();
    this.hastyCalls.close();
  }

  private async answered(input: string[], withinMs: number | undefined): Promise<Float32Array[]> {
    const calls = withinMs === undefined ? this.calls : this.hastyCalls;
    const { vectors } = await calls.make(
      async (signal) => {
        const said = { model: this.endpoint.model, input, encoding_format: "float" } as const;
        const answer: unknown = await this.client.embeddings.create(said, { signal });
        return { vectors: this.checked(vectorsIn(answer, input.length)), tokens: tokensIn(answer) };
      },
      { withinMs },
    );
    return vectors;
  }

  /** Those of one answer are all of one length. */
  private checked(vectors: Float32Array[]): Float32Array[] {
    const dimensions = vectors[0]?.length ?? 0;
    this.known ??= dimensions;
    if (dimensions === this.known) {
      this.others = { dimensions, times: 0 };
      return vectors;
    }
    const times = dimensions === this.others.dimensions ? this.others.times + 1 : 1;
    this.others = { dimensions, times };
    if (times < TIMES_TO_LEARN) {
      throw new ModelFailure("unreadable", `The model's vectors have not ${this.known} dimensions any more`);
    }
    this.log.warn("model.dimensions", { kind: "embeddings", before: this.known, dimensions });
    this.known = dimensions;
    this.others = { dimensions, times: 0 };
    return vectors;
  }
}
