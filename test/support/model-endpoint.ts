import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AskedMessage {
  readonly role: string;
  readonly content: string;
}

/** What the endpoint was asked. */
export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly model: string;
  readonly messages: readonly AskedMessage[];
  readonly body: Readonly<Record<string, unknown>>;
}

/** What it does with one request. */
export type Reply = (asked: Asked, response: ServerResponse) => void | Promise<void>;

/**
 * An endpoint that speaks `/v1/chat/completions` and `/v1/embeddings` over real HTTP on this machine, and does as it
 * is told, one reply a request in the order of `next`, and `otherwise` when there are no more.
 */
export class ModelEndpoint {
  readonly asked: Asked[] = [];
  /** The most that were under way at once. */
  mostAtOnce = 0;
  private underWay = 0;
  private readonly replies: Reply[] = [];
  private usual: Reply = chatting("{}");
  private readonly server = createServer((request, response) => void this.serve(request, response));

  static async open(): Promise<ModelEndpoint> {
    const endpoint = new ModelEndpoint();
    await new Promise<void>((resolve) => endpoint.server.listen(0, "127.0.0.1", resolve));
    return endpoint;
  }

  /** What clients take for a base URL. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  next(...replies: readonly Reply[]): void {
    this.replies.push(...replies);
  }

  otherwise(reply: Reply): void {
    this.usual = reply;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    response.once("close", () => (this.underWay -= 1));
    const asked = await readAsked(request);
    this.asked.push(asked);
    await (this.replies.shift() ?? this.usual)(asked, response);
  }
}

async function readAsked(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Asked["body"];
  return {
    path: request.url ?? "",
    authorization: request.headers.authorization,
    headers: request.headers,
    model: String(body["model"]),
    messages: (body["messages"] ?? []) as AskedMessage[],
    body,
  };
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

function completion(content: unknown, with_: object = {}): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "double",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
    ...with_,
  };
}

/** Says this text; as server-sent events where a stream is asked for. */
export function chatting(content: string, with_: object = {}): Reply {
  return ({ body }, response) => {
    if (body["stream"] !== true) {
      send(response, 200, JSON.stringify(completion(content, with_)));
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

/** Says what it makes of what it was asked. */
export function saying(answer: (asked: Asked) => object, with_: object = {}): Reply {
  return (asked, response) => chatting(JSON.stringify(answer(asked)), with_)(asked, response);
}

/** Answers a body as it is, whatever it is. */
export function raw(body: string, contentType = "application/json"): Reply {
  return (_, response) => send(response, 200, body, { "content-type": contentType });
}

/** Fails, in words that repeat what it was asked. */
export function failing(status: number, headers: Record<string, string> = {}): Reply {
  return ({ messages }, response) =>
    send(response, status, JSON.stringify({ error: { message: `no: ${JSON.stringify(messages)}` } }), headers);
}

/** Answers the head of an answer, and a byte of its body each so many milliseconds, as long as anybody listens. */
export function trickling(everyMs: number): Reply {
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), everyMs);
    response.once("close", () => clearInterval(timer));
  };
}

/** Never answers. */
export const silence: Reply = () => undefined;

/** Ends the connection in the middle of an answer. */
export const breakingOff: Reply = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"choices":', () => response.destroy());
};

export const redirecting =
  (location: string): Reply =>
  (_, response) =>
    send(response, 307, "", { location });

/** Answers after a while as another would have at once. */
export const slowly =
  (milliseconds: number, reply: Reply): Reply =>
  async (asked, response) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await reply(asked, response);
  };

/** Of `/v1/embeddings`: a vector of this length for each text, made of its letters alone. */
export function embedding(dimensions: number): Reply {
  return ({ body, model }, response) => {
    const texts = [body["input"]].flat().map(String);
    const data = texts.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text, dimensions) }));
    send(response, 200, JSON.stringify({ object: "list", data, model, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  };
}

function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array<number>(dimensions).fill(0);
  for (const letter of text) {
    const place = (letter.codePointAt(0) ?? 0) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

/** An answer about a transcript that keeps all rules, but for what is given. */
export function anAnswer(with_: object = {}): object {
  return {
    title: "Plans for the garden",
    overview: "They plan the garden.",
    category: "family",
    emoji: "🌱",
    discard: false,
    tasks: [{ task: "Buy seeds", due: null, segments: [0] }],
    events: [],
    memories: [{ fact: "Has a garden", category: "lifestyle", segments: [0] }],
    ...with_,
  };
}
