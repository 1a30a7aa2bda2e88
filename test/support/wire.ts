import { request as open, type Agent, type IncomingMessage } from "node:http";
import type { Answered } from "./client.js";

/** A request as it goes over the wire: nothing is added, put right or escaped, but for Host and Content-Length. */
export interface WireRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: Buffer;
}

const PATIENCE_MS = 120_000;

/** @throws Error when no whole answer has come within ten seconds, or one that says it is JSON and is not. */
export async function exchange(url: string, request: WireRequest, agent?: Agent): Promise<Answered> {
  const { hostname, port, host } = new URL(url);
  const { method, target, body } = request;
  const named = request.headers.some(([name]) => name.toLowerCase() === "host");
  const headers = [
    ...(named ? [] : ["Host", host]),
    ...request.headers.flat(),
    ...(body ? ["Content-Length", String(body.length)] : []),
  ];
  const outgoing = open({ hostname, port, method, path: target, headers, ...(agent ? { agent } : {}) });
  const timeout = setTimeout(() => outgoing.destroy(new Error(`No answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve).once("error", reject).end(body);
    });
    const text = Buffer.concat(await received(incoming)).toString();
    return {
      status: incoming.statusCode ?? NaN,
      headers: new Headers(
        Object.entries(incoming.headersDistinct).map(([name, all]) => [name, (all ?? []).join(", ")]),
      ),
      body: bodyIn(text, incoming.headers["content-type"]),
    };
  } finally {
    clearTimeout(timeout);
  }
}

const EVENT_STREAM = "text/event-stream";

/** What a text says by its type; undefined for none. @throws Error for JSON that is none. */
export function bodyIn(text: string, type: string | null | undefined): unknown {
  if (text === "") return undefined;
  return isStream(type) ? text : (JSON.parse(text) as unknown);
}

export function isStream(type: string | null | undefined): boolean {
  return type?.startsWith(EVENT_STREAM) ?? false;
}

/** All of it; of what has no end its beginning. */
async function received(incoming: IncomingMessage): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
    if (isStream(incoming.headers["content-type"])) break;
  }
  return chunks;
}

/** The last answer in what came over a connection. */
export function lastAnswerIn(received: string): Answered {
  const last = received.slice(received.lastIndexOf("HTTP/1.1 "));
  const end = last.indexOf("\r\n\r\n");
  const [first = "", ...lines] = last.slice(0, end).split("\r\n");
  const text = last.slice(end + 4);
  return {
    status: Number(first.split(" ")[1]),
    headers: new Headers(
      lines.map((line): [string, string] => [line.replace(/:.*/s, ""), line.replace(/^[^:]*:/, "")]),
    ),
    body: text === "" ? undefined : (JSON.parse(text) as unknown),
  };
}

const SHOWN = 2_000;

/** The request in full, but for what a very long one repeats: bytes that are not ASCII as JSON escapes them. */
export function shown({ method, target, headers, body }: WireRequest): string {
  return [
    `${method} ${shortened(target)}`,
    ...headers.map(([name, value]) => `${name}: ${shortened(value)}`),
    "",
    body ? `${body.length} bytes: ${shortened(body.toString("latin1"))}` : "no body",
  ].join("\n");
}

function shortened(text: string): string {
  const visible = text.replaceAll(
    /[^\x20-\x7e\n]/g,
    (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return visible.length <= SHOWN
    ? visible
    : `${visible.slice(0, SHOWN)}… ${visible.length - SHOWN} more, ending ${visible.slice(-40)}`;
}
