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

export interface BodyLimits {
  readonly maxBytes: number;
  /** Called with the number of bytes received so far; the body is refused with the error that it throws. */
  readonly onReceived?: (length: number) => void;
}

/**
 * The body as it came.
 * @throws HttpError 413 over `maxBytes`, 415 for a content encoding, 400 when the client goes away. What is left of
 * the body needs no care of the caller.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const refusal =
    encoding !== "" && encoding !== "identity"
      ? new HttpError(415, "Unsupported Content-Encoding", { "Accept-Encoding": "identity" })
      : Number(request.headers["content-length"] ?? 0) > limits.maxBytes
        ? tooLarge()
        : undefined;
  if (refusal) {
    discard(request);
    throw refusal;
  }
  return collect(request, limits);
}

function collect(request: IncomingMessage, { maxBytes, onReceived }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const refuse = (error: HttpError): void => {
      request.off("data", take);
      chunks.length = 0;
      discard(request);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) {
        refuse(tooLarge());
        return;
      }
      try {
        onReceived?.(length);
        chunks.push(chunk);
      } catch (error) {
        refuse(error as HttpError);
      }
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
  const text = decoded(bytes);
  if (isDeeperThan(JSON_DEPTH, text)) throw unreadable();
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

/** Checks the nesting before the text is parsed. */
function isDeeperThan(limit: number, json: string): boolean {
  let depth = 0;
  for (let i = 0; i < json.length; i += 1) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) {
      i = endOfString(json, i);
    } else if ((unit | CURLY) === OPENING) {
      depth += 1;
      if (depth > limit) return true;
    } else if ((unit | CURLY) === CLOSING) {
      depth -= 1;
    }
  }
  return false;
}

/** Where the string that begins at `start` ends: at the next quote behind an even number of backslashes. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
