import { Agent, request as begin } from "node:http";
import { isEventStream } from "./wire-request.js";

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly body: string | undefined;
}

/**
 * How the body is sent: whole; announced but never sent; or when the server asks for it (RFC 9110, section 10.1.1),
 * which it should not do for a request that it rejects.
 */
export type BodySending = "whole" | "withheld" | "when asked for";

export interface RawResponse {
  readonly status: number;
  readonly reason: string;
  /** In the received order and spelling. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly hasRequestedBody: boolean;
}

/** In milliseconds: exposes a server that waits for a body that is never sent. */
const TIMEOUT_MS = 20_000;

const agent = new Agent({ keepAlive: true });

/** Sends a request and returns the complete response. @throws Error if there is none. */
export function sendRawRequest(
  url: string,
  rawRequest: RawRequest,
  sending: BodySending = "whole",
): Promise<RawResponse> {
  const { method, target, authorization, body } = rawRequest;
  return new Promise((resolve, reject) => {
    let hasRequestedBody = false;
    const request = begin(url + target, {
      method,
      agent: sending === "whole" ? agent : false,
      headers: {
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
        ...(sending === "when asked for" ? { Expect: "100-continue" } : {}),
      },
    });
    const timeout = setTimeout(() => {
      request.destroy(new Error(`${method} ${target} is not answered while its body is ${sending}`));
    }, TIMEOUT_MS);
    request.on("close", () => clearTimeout(timeout));
    request.on("error", reject);
    request.on("continue", () => {
      hasRequestedBody = true;
      request.end(body);
    });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", reject);
      const resolveResponse = (): void => {
        resolve({
          status: response.statusCode ?? 0,
          reason: response.statusMessage ?? "",
          headers: pairHeaders(response.rawHeaders),
          body: Buffer.concat(chunks),
          hasRequestedBody,
        });
        if (sending !== "whole") request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        // An event stream does not end: its first chunk is enough.
        if (!isEventStream(response.headers["content-type"])) return;
        resolveResponse();
        request.destroy();
      });
      response.on("end", resolveResponse);
    });
    if (sending === "whole") request.end(body);
    else request.flushHeaders();
  });
}

/** Returns the value of the header; undefined if there is none. */
export function getHeader({ headers }: RawResponse, name: string): string | undefined {
  return headers.find(([headerName]) => headerName.toLowerCase() === name.toLowerCase())?.[1];
}

function pairHeaders(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? "", raw[2 * index + 1] ?? ""]);
}
