import { request as open, type Agent, type ClientRequest, type IncomingMessage } from "node:http";
import type { ClientResponse } from "./api-client.js";

/** A raw request: nothing is added, corrected or escaped, except Host and Content-Length. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
}

const TIMEOUT_MS = 120_000;

/**
 * Sends a request; repeats it if the server closed a kept-alive connection just before it.
 * @throws Error if no complete response arrives in time, or its JSON is invalid.
 */
export async function sendWireRequest(url: string, request: WireRequest, agent?: Agent): Promise<ClientResponse> {
  for (;;) {
    const outgoing = openRequest(url, request, agent);
    try {
      return await readResponse(outgoing, request.body);
    } catch (error) {
      if (!(outgoing.reusedSocket && (error as NodeJS.ErrnoException).code === "ECONNRESET")) throw error;
    }
  }
}

function openRequest(url: string, request: WireRequest, agent?: Agent): ClientRequest {
  const { hostname, port, host } = new URL(url);
  const { method, target, body } = request;
  const hasHost = request.headers.some(([name]) => name.toLowerCase() === "host");
  const headers = [
    ...(hasHost ? [] : ["Host", host]),
    ...request.headers.flat(),
    ...(body ? ["Content-Length", String(body.length)] : []),
  ];
  return open({ hostname, port, method, path: target, headers, ...(agent ? { agent } : {}) });
}

async function readResponse(outgoing: ClientRequest, body?: Buffer): Promise<ClientResponse> {
  const timeout = setTimeout(() => outgoing.destroy(new Error(`No answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve).once("error", reject).end(body);
    });
    const text = Buffer.concat(await readChunks(incoming)).toString();
    return {
      status: incoming.statusCode ?? NaN,
      headers: new Headers(
        Object.entries(incoming.headersDistinct).map(([name, values]) => [name, (values ?? []).join(", ")]),
      ),
      body: parseBody(text, incoming.headers["content-type"]),
    };
  } finally {
    clearTimeout(timeout);
  }
}

const EVENT_STREAM = "text/event-stream";

/** Parses a body by its content type; undefined for an empty one. @throws Error for invalid JSON. */
export function parseBody(text: string, type: string | null | undefined): unknown {
  if (text === "") return undefined;
  return isEventStream(type) ? text : (JSON.parse(text) as unknown);
}

export function isEventStream(type: string | null | undefined): boolean {
  return type?.startsWith(EVENT_STREAM) ?? false;
}

/** Reads the whole response, or the first chunk of an event stream. */
async function readChunks(incoming: IncomingMessage): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
    if (isEventStream(incoming.headers["content-type"])) break;
  }
  return chunks;
}

/** Returns the last response in the text received over a connection. */
export function parseLastResponse(received: string): ClientResponse {
  const lastResponse = received.slice(received.lastIndexOf("HTTP/1.1 "));
  const end = lastResponse.indexOf("\r\n\r\n");
  const [first = "", ...lines] = lastResponse.slice(0, end).split("\r\n");
  const text = lastResponse.slice(end + 4);
  return {
    status: Number(first.split(" ")[1]),
    headers: new Headers(
      lines.map((line): [string, string] => [line.replace(/:.*/s, ""), line.replace(/^[^:]*:/, "")]),
    ),
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}

const MAX_SHOWN_CHARACTERS = 2_000;

/** Formats the request, with long parts shortened and bytes outside printable ASCII escaped as `\xNN`. */
export function formatRequest({ method, target, headers, body }: WireRequest): string {
  return [
    `${method} ${truncateText(target)}`,
    ...headers.map(([name, value]) => `${name}: ${truncateText(value)}`),
    "",
    body ? `${body.length} bytes: ${truncateText(body.toString("latin1"))}` : "no body",
  ].join("\n");
}

function truncateText(text: string): string {
  const escapedText = text.replaceAll(
    /[^\x20-\x7e\n]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return escapedText.length <= MAX_SHOWN_CHARACTERS
    ? escapedText
    : `${escapedText.slice(0, MAX_SHOWN_CHARACTERS)}… ${escapedText.length - MAX_SHOWN_CHARACTERS} more, ending ${escapedText.slice(-40)}`;
}
