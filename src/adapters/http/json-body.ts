import type { IncomingMessage } from "node:http";
import { JSON_DEPTH } from "../../domain/limits.js";
import { HttpError, misfit } from "./errors.js";
import { jsonErrorOffset } from "./json-error-offset.js";

/** How much of a body that is refused is still read, so that a client that is sending gets to read the answer. */
const DISCARDED_BYTES = 16 * 1024 * 1024;

const tooLarge = (): HttpError => new HttpError(413, "Request body too large");
const unreadable = (): HttpError => new HttpError(400, "There was an error parsing the body");

/**
 * The JSON value that a request carries, whatever its Content-Type says (decision 2.7); undefined for an empty body.
 * @throws HttpError as `readBody` and `parseJson`.
 */
export async function readJsonBody(request: IncomingMessage, limits: { maxBytes: number }): Promise<unknown> {
  return parseJsonBody(await readBody(request, limits));
}

/** As `parseJson`; undefined for an empty body. */
export function parseJsonBody(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

/**
 * The body as it came.
 * @throws HttpError 413 over `maxBytes`, 415 for a content encoding, 400 when the client goes away. What is left of
 * the body needs no care of the caller.
 */
export async function readBody(request: IncomingMessage, { maxBytes }: { maxBytes: number }): Promise<Buffer> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const refusal =
    encoding !== "" && encoding !== "identity"
      ? new HttpError(415, "Unsupported Content-Encoding", { "Accept-Encoding": "identity" })
      : Number(request.headers["content-length"] ?? 0) > maxBytes
        ? tooLarge()
        : undefined;
  if (refusal) {
    discard(request);
    throw refusal;
  }
  return collect(request, maxBytes);
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.off("data", take);
      discard(request);
      reject(tooLarge());
    };
    request
      .on("data", take)
      .once("end", () => resolve(Buffer.concat(chunks, Math.min(length, maxBytes))))
      // The client is gone: nobody will read the answer.
      .on("error", () => reject(unreadable()))
      .once("close", () => {
        if (!request.complete) reject(unreadable());
      });
  });
}

/** A client that does not stop sending is cut off. */
function discard(request: IncomingMessage): void {
  let left = DISCARDED_BYTES;
  request
    .on("error", () => undefined)
    .on("data", (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
    });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Of a name that stands twice in an object the last one counts; a byte order mark is skipped.
 * @throws HttpError 422 with the offset for what is no JSON, and 400 for what is no UTF-8 or nested deeper than
 * `JSON_DEPTH`.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (isDeeperThan(JSON_DEPTH, bytes)) throw unreadable();
  const text = decoded(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw misfit([{ path: ["body", jsonErrorOffset(text)], code: "json_invalid", message: "JSON decode error" }]);
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable();
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** In ASCII, `[` and `{`, `]` and `}` differ by this bit alone. */
const CURLY = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Before anything is built of it. In UTF-8 no part of a longer character looks like a bracket or a quote. */
function isDeeperThan(limit: number, json: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) i += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
    } else if ((byte | CURLY) === OPENING) {
      depth += 1;
      if (depth > limit) return true;
    } else if ((byte | CURLY) === CLOSING) {
      depth -= 1;
    }
  }
  return false;
}
