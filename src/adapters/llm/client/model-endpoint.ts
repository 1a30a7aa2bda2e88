import { OpenAI } from "openai";

export interface ModelEndpointOptions {
  /** Base URL, without `/chat/completions` or `/embeddings`. */
  readonly baseUrl: string;
  /** Undefined for an endpoint without authentication. */
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Timeout of all attempts of a call together, in milliseconds; time in the queue does not count. */
  readonly timeoutMs: number;
}

/** Retries after the first attempt, within the timeout; the client honours `Retry-After`. */
const MAX_RETRIES = 2;

/** @param maxResponseBytes see `createBoundedFetch`. */
export function createOpenAiClient(
  { baseUrl, apiKey, timeoutMs }: ModelEndpointOptions,
  maxResponseBytes: number,
): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? "none",
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    // The client reads unset options from environment variables that are meant for other programs.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    fetch: createBoundedFetch(maxResponseBytes),
    timeout: timeoutMs,
    maxRetries: MAX_RETRIES,
  });
}

type Fetch = typeof fetch;

/**
 * Creates a `fetch` that fails while reading a response that is too long, and on a redirect: personal data goes to the
 * configured endpoint only.
 * @param maxResponseBytes maximum length of a response body.
 */
const createBoundedFetch =
  (maxResponseBytes: number): Fetch =>
  async (...[input, init]: Parameters<Fetch>): Promise<Response> => {
    const response = await fetch(input, { ...init, redirect: "error" });
    const { status, statusText, headers } = response;
    return new Response(response.body?.pipeThrough(limitStream(maxResponseBytes)) ?? null, {
      status,
      statusText,
      headers,
    });
  };

function limitStream(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let receivedBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      if (receivedBytes > maxBytes) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
}
