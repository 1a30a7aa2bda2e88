import { OpenAI } from "openai";
import { boundedFetch } from "./bounded-fetch.js";

export interface Endpoint {
  /** As far as, and without, `/chat/completions` or `/embeddings`. */
  readonly baseUrl: string;
  /** Undefined for an endpoint that asks for none. */
  readonly apiKey: string | undefined;
  readonly model: string;
  /** What an answer may take with all tries, in milliseconds, counted from when it is its turn. */
  readonly timeoutMs: number;
}

/** After the first, within the time there is: a pause that the endpoint asks for is kept (`Retry-After`). */
const MORE_TRIES = 2;

/** @param mostBytes as of `boundedFetch`. */
export function clientOf({ baseUrl, apiKey, timeoutMs }: Endpoint, mostBytes: number): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: apiKey ?? "none",
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
    // What is not said here would be read from the environment, where it is meant for other programs.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    fetch: boundedFetch(mostBytes),
    timeout: timeoutMs,
    maxRetries: MORE_TRIES,
  });
}
