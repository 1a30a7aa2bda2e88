import type { IncomingMessage } from "node:http";
import { MAX_JSON_DEPTH } from "../../../domain/limits.js";
import { HttpError, createValidationError } from "./errors.js";
import { findJsonErrorOffset } from "./parsing/json-error-offset.js";

/** How much of a rejected body is still read, so that a client that is sending can read the response. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

const createTooLargeError = (): HttpError => new HttpError(413, "Request body too large");
const createUnreadableBodyError = (): HttpError => new HttpError(400, "There was an error parsing the body");

/**
 * Parses the body like `parseJson`, whatever its Content-Type is (decision 2.7); returns `undefined` for an empty body.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

export interface ReadBodyOptions {
  readonly maxBytes: number;
  /** Called with the number of bytes received so far; if it throws, the body is rejected with that error. */
  readonly onReceived?: (receivedBytes: number) => void;
}

/**
 * Returns the raw body. The caller need not handle the rest of a rejected body.
 * @throws HttpError 413 above `maxBytes`, 415 for a content encoding, 400 when the client disconnects.
 */
export async function readBody(request: IncomingMessage, options: ReadBodyOptions): Promise<Buffer> {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const rejection =
    encoding !== "" && encoding !== "identity"
      ? new HttpError(415, "Unsupported Content-Encoding", { "Accept-Encoding": "identity" })
      : Number(request.headers["content-length"] ?? 0) > options.maxBytes
        ? createTooLargeError()
        : undefined;
  if (rejection) {
    discardBody(request);
    throw rejection;
  }
  return collectBody(request, options);
}

function collectBody(request: IncomingMessage, { maxBytes, onReceived }: ReadBodyOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let receivedBytes = 0;
    const rejectBody = (error: HttpError): void => {
      request.off("data", onData);
      chunks.length = 0;
      discardBody(request);
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      receivedBytes += chunk.length;
      if (receivedBytes > maxBytes) {
        rejectBody(createTooLargeError());
        return;
      }
      try {
        onReceived?.(receivedBytes);
        chunks.push(chunk);
      } catch (error) {
        rejectBody(error as HttpError);
      }
    };
    request
      .on("data", onData)
      .once("end", () => resolve(Buffer.concat(chunks, Math.min(receivedBytes, maxBytes))))
      // The client has disconnected, so it does not receive the response.
      .on("error", () => reject(createUnreadableBodyError()))
      .once("close", () => {
        if (!request.complete) reject(createUnreadableBodyError());
      });
  });
}

/** Discards the rest of the body; destroys the connection after `MAX_DISCARDED_BYTES`. */
function discardBody(request: IncomingMessage): void {
  let remainingBytes = MAX_DISCARDED_BYTES;
  request
    .on("error", () => undefined)
    .on("data", (chunk: Buffer) => {
      remainingBytes -= chunk.length;
      if (remainingBytes < 0) request.destroy();
    });
}

const utf8Decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Parses JSON. The last one of repeated names in an object wins; a byte order mark is skipped.
 * @throws HttpError 422 with the offset for invalid JSON, and 400 for invalid UTF-8 or nesting deeper than
 * `MAX_JSON_DEPTH`.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const json = decodeUtf8(bytes);
  if (isNestedDeeperThan(MAX_JSON_DEPTH, json)) throw createUnreadableBodyError();
  try {
    return JSON.parse(json);
  } catch {
    throw createValidationError([
      { path: ["body", findJsonErrorOffset(json)], code: "json_invalid", message: "JSON decode error" },
    ]);
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    throw createUnreadableBodyError();
  }
}

const QUOTE_CODE = 0x22;
const BACKSLASH_CODE = 0x5c;
/** In ASCII, `[` and `{`, `]` and `}` differ by this bit alone. */
const CURLY_BIT = 0x20;
const OPENING_BRACE_CODE = 0x7b;
const CLOSING_BRACE_CODE = 0x7d;

/** Checks the nesting before the text is parsed. */
function isNestedDeeperThan(maxDepth: number, json: string): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index += 1) {
    const codeUnit = json.charCodeAt(index);
    if (codeUnit === QUOTE_CODE) {
      index = findStringEnd(json, index);
    } else if ((codeUnit | CURLY_BIT) === OPENING_BRACE_CODE) {
      depth += 1;
      if (depth > maxDepth) return true;
    } else if ((codeUnit | CURLY_BIT) === CLOSING_BRACE_CODE) {
      depth -= 1;
    }
  }
  return false;
}

/**
 * Returns the index of the closing quote of the string that begins at `start`: the next quote after an even number of
 * backslashes. Returns the length of `json` for an unterminated string.
 */
function findStringEnd(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashCount = 0;
    while (json.charCodeAt(end - 1 - backslashCount) === BACKSLASH_CODE) backslashCount += 1;
    if (backslashCount % 2 === 0) return end;
  }
  return json.length;
}
