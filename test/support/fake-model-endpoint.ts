import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ModelMessage {
  readonly role: string;
  readonly content: string;
}

/** A request that the endpoint received. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** Responds to one request. */
export type ReplyHandler = (request: ModelRequest, response: ServerResponse) => void | Promise<void>;

/**
 * A local HTTP endpoint with `/v1/chat/completions` and `/v1/embeddings`. Each request gets the next reply of
 * `replyNext`, and the default reply after the last one.
 */
export class FakeModelEndpoint {
  readonly requests: ModelRequest[] = [];
  /** The maximum number of concurrent requests. */
  maxConcurrentRequests = 0;
  private activeRequests = 0;
  private readonly pendingReplies: ReplyHandler[] = [];
  private defaultReply: ReplyHandler = replyWithText("{}");
  private readonly server = createServer((request, response) => void this.handleRequest(request, response));

  static async open(): Promise<FakeModelEndpoint> {
    const endpoint = new FakeModelEndpoint();
    await new Promise<void>((resolve) => endpoint.server.listen(0, "127.0.0.1", resolve));
    return endpoint;
  }

  /** The base URL for clients. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  replyNext(...replies: readonly ReplyHandler[]): void {
    this.pendingReplies.push(...replies);
  }

  setDefaultReply(reply: ReplyHandler): void {
    this.defaultReply = reply;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.activeRequests += 1;
    this.maxConcurrentRequests = Math.max(this.maxConcurrentRequests, this.activeRequests);
    response.once("close", () => (this.activeRequests -= 1));
    const modelRequest = await parseRequest(request);
    this.requests.push(modelRequest);
    await (this.pendingReplies.shift() ?? this.defaultReply)(modelRequest, response);
  }
}

async function parseRequest(request: IncomingMessage): Promise<ModelRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as ModelRequest["body"];
  return {
    path: request.url ?? "",
    authorization: request.headers.authorization,
    headers: request.headers,
    model: String(body["model"]),
    messages: (body["messages"] ?? []) as ModelMessage[],
    body,
  };
}

function sendResponse(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

function createCompletion(content: unknown, overrides: object = {}): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "double",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...overrides,
  };
}

/** Replies with this text; as server-sent events if the request asks for a stream. */
export function replyWithText(content: string, overrides: object = {}): ReplyHandler {
  return ({ body }, response) => {
    if (body["stream"] !== true) {
      sendResponse(response, 200, JSON.stringify(createCompletion(content, overrides)));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const word of content.split(/(?<= )/)) {
      const chunk = { object: "chat.completion.chunk", choices: [{ index: 0, delta: { content: word } }] };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  };
}

/** Replies with JSON that is computed from the request. */
export function replyWithJson(createAnswer: (request: ModelRequest) => object, overrides: object = {}): ReplyHandler {
  return (request, response) => replyWithText(JSON.stringify(createAnswer(request)), overrides)(request, response);
}

/** Replies with this body, unchanged. */
export function replyWithBody(body: string, contentType = "application/json"): ReplyHandler {
  return (_, response) => sendResponse(response, 200, body, { "content-type": contentType });
}

/** Replies with an error whose message repeats the messages of the request. */
export function replyWithError(status: number, headers: Record<string, string> = {}): ReplyHandler {
  return ({ messages }, response) =>
    sendResponse(response, status, JSON.stringify({ error: { message: `no: ${JSON.stringify(messages)}` } }), headers);
}

/** Sends the response headers, then a byte of the body in each interval until the client disconnects. */
export function replyTrickling(intervalMs: number): ReplyHandler {
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), intervalMs);
    response.once("close", () => clearInterval(timer));
  };
}

/** Never answers. */
export const neverReply: ReplyHandler = () => undefined;

/** Closes the connection in the middle of a response. */
export const abortReply: ReplyHandler = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"choices":', () => response.destroy());
};

export const replyRedirect =
  (location: string): ReplyHandler =>
  (_, response) =>
    sendResponse(response, 307, "", { location });

/** Delays another reply. */
export const delayReply =
  (delayMs: number, reply: ReplyHandler): ReplyHandler =>
  async (request, response) => {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await reply(request, response);
  };

/** Replies to `/v1/embeddings` with a vector of this length for each text, which depends only on its letters. */
export function replyWithEmbeddings(dimensions: number): ReplyHandler {
  return ({ body, model }, response) => {
    const texts = [body["input"]].flat().map(String);
    const data = texts.map((text, index) => ({
      object: "embedding",
      index,
      embedding: createVector(text, dimensions),
    }));
    sendResponse(
      response,
      200,
      JSON.stringify({ object: "list", data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  };
}

function createVector(text: string, dimensions: number): number[] {
  const vector = Array<number>(dimensions).fill(0);
  for (const letter of text) {
    const index = (letter.codePointAt(0) ?? 0) % dimensions;
    vector[index] = (vector[index] ?? 0) + 1;
  }
  return vector;
}

/** Builds a valid model answer about a transcript, with overridden fields. */
export function aModelAnswer(overrides: object = {}): object {
  return {
    title: "Plans for the garden",
    overview: "They plan the garden.",
    category: "family",
    emoji: "🌱",
    discard: false,
    tasks: [{ task: "Buy seeds", due: null, segments: [0] }],
    events: [],
    memories: [{ fact: "Has a garden", category: "lifestyle", segments: [0] }],
    ...overrides,
  };
}
