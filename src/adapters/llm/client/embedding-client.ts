import type { OpenAI } from "openai";
import type { Embedder } from "../../../ports/driven/models/semantic-search.js";
import type { EventLog } from "../../../ports/driven/runtime/system.js";
import { readTotalTokens, toList, getMember } from "../output/extract-json.js";
import { sanitizeModelInput } from "../prompt/model-input.js";
import { ModelCallGuard, type ModelCallPorts } from "./model-call-guard.js";
import { createOpenAiClient, type ModelEndpointOptions } from "./model-endpoint.js";
import { ModelError } from "./model-error.js";
import { formatModelId } from "./model-id.js";

export interface EmbeddingEndpointOptions extends ModelEndpointOptions {
  /** Maximum number of texts in a request. */
  readonly batchSize: number;
  /** Maximum length of a text in tokens; the rest is truncated. */
  readonly contextTokens: number;
}

/** Exceeds the size of the largest possible batch of vectors. */
const MAX_EMBEDDING_RESPONSE_BYTES = 2 ** 26;

/** Consecutive responses with the same new dimensions after which the client assumes that the model was replaced. */
const MIN_RESPONSES_TO_CHANGE_DIMENSIONS = 3;

/**
 * Client of any OpenAI-compatible `/embeddings` endpoint. The first response determines the dimensions of the vectors;
 * several consecutive responses that agree on other dimensions change them.
 */
export class EmbeddingClient implements Embedder {
  readonly id: string;
  private readonly client: OpenAI;
  private readonly callGuard: ModelCallGuard;
  /** A separate circuit breaker for calls with a short timeout, which do not show that the endpoint fails. */
  private readonly queryCallGuard: ModelCallGuard;
  private knownDimensions: number | undefined;
  /** The dimensions of the latest responses if they differ from the known ones, and the number of such responses. */
  private recentMismatch = { dimensions: 0, times: 0 };
  private readonly log: EventLog;

  constructor(
    private readonly endpoint: EmbeddingEndpointOptions,
    ports: ModelCallPorts,
  ) {
    this.id = formatModelId(endpoint.model);
    this.callGuard = new ModelCallGuard("embeddings", endpoint.timeoutMs, ports);
    this.queryCallGuard = new ModelCallGuard("query", endpoint.timeoutMs, ports);
    this.client = createOpenAiClient(endpoint, MAX_EMBEDDING_RESPONSE_BYTES);
    this.log = ports.log;
  }

  get dimensions(): number | undefined {
    return this.knownDimensions;
  }

  /** @throws ModelError on failure; `unreadable` also if the dimensions of the vectors changed. */
  async embed(texts: readonly string[], timeoutMs?: number): Promise<Float32Array[]> {
    const { batchSize, contextTokens } = this.endpoint;
    const sanitizedTexts = texts.map((text) => sanitizeModelInput(text, contextTokens));
    const nonEmptyTexts = sanitizedTexts.filter((text) => text !== "");
    const nonEmptyVectors: Float32Array[] = [];
    for (let offset = 0; offset < nonEmptyTexts.length; offset += batchSize) {
      nonEmptyVectors.push(...(await this.embedBatch(nonEmptyTexts.slice(offset, offset + batchSize), timeoutMs)));
    }
    const vectorIterator = nonEmptyVectors.values();
    return sanitizedTexts.map((text) => {
      const vector = text === "" ? undefined : vectorIterator.next().value;
      return vector ?? new Float32Array(this.knownDimensions ?? 0);
    });
  }

  /** Aborts all calls. */
  close(): void {
    this.callGuard.close();
    this.queryCallGuard.close();
  }

  private async embedBatch(input: string[], timeoutMs: number | undefined): Promise<Float32Array[]> {
    const callGuard = timeoutMs === undefined ? this.callGuard : this.queryCallGuard;
    const { vectors } = await callGuard.run(
      async (signal) => {
        const parameters = { model: this.endpoint.model, input, encoding_format: "float" } as const;
        const response: unknown = await this.client.embeddings.create(parameters, { signal });
        return {
          vectors: this.checkDimensions(parseEmbeddingVectors(response, input.length)),
          tokens: readTotalTokens(response),
        };
      },
      { timeoutMs },
    );
    return vectors;
  }

  /** @param vectors the vectors of one response, all of the same dimensions. */
  private checkDimensions(vectors: Float32Array[]): Float32Array[] {
    const dimensions = vectors[0]?.length ?? 0;
    this.knownDimensions ??= dimensions;
    if (dimensions === this.knownDimensions) {
      this.recentMismatch = { dimensions, times: 0 };
      return vectors;
    }
    const consecutiveCount = dimensions === this.recentMismatch.dimensions ? this.recentMismatch.times + 1 : 1;
    this.recentMismatch = { dimensions, times: consecutiveCount };
    if (consecutiveCount < MIN_RESPONSES_TO_CHANGE_DIMENSIONS) {
      throw new ModelError("unreadable", `The model's vectors have not ${this.knownDimensions} dimensions any more`);
    }
    this.log.warn("model.dimensions_changed", { kind: "embeddings", before: this.knownDimensions, dimensions });
    this.knownDimensions = dimensions;
    this.recentMismatch = { dimensions, times: 0 };
    return vectors;
  }
}

/** Longer vectors are rejected: no known model has as many dimensions. */
const MAX_DIMENSIONS = 65_536;

/**
 * Parses the vectors of a response, in the order of the texts. Normalizes each to length 1; a zero vector stays zero.
 * @param expectedCount number of texts in the request.
 * @throws ModelError `unreadable` unless there is one vector of finite numbers per text, all of the same dimensions.
 */
function parseEmbeddingVectors(response: unknown, expectedCount: number): Float32Array[] {
  const entries = toList(getMember(response, "data"));
  if (entries.length !== expectedCount) throw new ModelError("unreadable");
  const vectors: Float32Array[] = [];
  entries.forEach((entry, position) => {
    const index = getMember(entry, "index") ?? position;
    if (!isValidIndex(index, expectedCount) || vectors[index]) throw new ModelError("unreadable");
    vectors[index] = normalizeVector(parseVectorComponents(getMember(entry, "embedding")));
  });
  const [first] = vectors;
  if (vectors.some(({ length }) => length !== first?.length)) throw new ModelError("unreadable");
  return vectors;
}

function isValidIndex(value: unknown, count: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < count;
}

/** Accepts numbers or Base64 of little-endian 32-bit floats, which some endpoints return without being asked. */
function parseVectorComponents(value: unknown): ArrayLike<number> {
  const components = typeof value === "string" ? decodeFloats(value) : toList(value);
  if (components.length === 0 || components.length > MAX_DIMENSIONS || !Array.from(components).every(Number.isFinite)) {
    throw new ModelError("unreadable");
  }
  return components as ArrayLike<number>;
}

function decodeFloats(text: string): Float32Array {
  const bytes = Buffer.from(text, "base64");
  if (bytes.length % 4 !== 0 || bytes.toString("base64") !== text) throw new ModelError("unreadable");
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index));
}

/** Scales the largest component to 1 first, so that the squares neither overflow nor underflow. */
function normalizeVector(components: ArrayLike<number>): Float32Array {
  let maxAbsolute = 0;
  for (let index = 0; index < components.length; index += 1)
    maxAbsolute = Math.max(maxAbsolute, Math.abs(components[index] ?? 0));
  if (maxAbsolute === 0) return new Float32Array(components.length);
  let sumOfSquares = 0;
  for (let index = 0; index < components.length; index += 1)
    sumOfSquares += ((components[index] ?? 0) / maxAbsolute) ** 2;
  const norm = Math.sqrt(sumOfSquares);
  return Float32Array.from(components, (component) => component / maxAbsolute / norm);
}
