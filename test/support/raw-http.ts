import { Agent, request as begin } from "node:http";
import { isStream } from "./wire.js";

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly body: string | undefined;
}

/**
 * How the body is sent: whole; not at all, though it is announced; or when the server asks for it (RFC 9110, section
 * 10.1.1), which it should not do of whom it refuses.
 */
export type Sending = "whole" | "withheld" | "when asked for";

export interface RawAnswer {
  readonly status: number;
  readonly reason: string;
  /** As they came: in their order, and in their spelling. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  readonly askedForBody: boolean;
}

/** In milliseconds: whoever waits for a body that does not come is found out after it. */
const PATIENCE = 20_000;

const agent = new Agent({ keepAlive: true });

/** Sends a request and answers all that came back. @throws Error when nothing does. */
export function exchange(url: string, asked: RawRequest, sending: Sending = "whole"): Promise<RawAnswer> {
  const { method, target, authorization, body } = asked;
  return new Promise((resolve, reject) => {
    let askedForBody = false;
    const request = begin(url + target, {
      method,
      agent: sending === "whole" ? agent : false,
      headers: {
        ...(authorization === undefined ? {} : { Authorization: authorization }),
        ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
        ...(sending === "when asked for" ? { Expect: "100-continue" } : {}),
      },
    });
    const impatience = setTimeout(() => {
      request.destroy(new Error(`${method} ${target} is not answered while its body is ${sending}`));
    }, PATIENCE);
    request.on("close", () => clearTimeout(impatience));
    request.on("error", reject);
    request.on("continue", () => {
      askedForBody = true;
      request.end(body);
    });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("error", reject);
      const answered = (): void => {
        resolve({
          status: response.statusCode ?? 0,
          reason: response.statusMessage ?? "",
          headers: pairs(response.rawHeaders),
          body: Buffer.concat(chunks),
          askedForBody,
        });
        if (sending !== "whole") request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        // What has no end is told by its beginning.
        if (!isStream(response.headers["content-type"])) return;
        answered();
        request.destroy();
      });
      response.on("end", answered);
    });
    if (sending === "whole") request.end(body);
    else request.flushHeaders();
  });
}

/** The value of the header; undefined when there is none. */
export function headerOf({ headers }: RawAnswer, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}

function pairs(raw: readonly string[]): [string, string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? "", raw[2 * index + 1] ?? ""]);
}
