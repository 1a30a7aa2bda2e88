import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type Koa from "koa";
import { Client, type Answered } from "./client.js";

/** What answers a request: an application's `callback()`. */
export type Handler = ReturnType<Koa["callback"]>;

/** A client that hands its requests to the application itself: all is as over a connection, but for the connection. */
export class DirectClient extends Client {
  constructor(
    private readonly handle: Handler,
    private readonly api: object,
    credential?: string,
  ) {
    super("http://127.0.0.1", api, credential);
  }

  override with(credential: string): DirectClient {
    return new DirectClient(this.handle, this.api, credential);
  }

  protected override async exchange(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<Answered> {
    const request = new IncomingMessage(new Socket());
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    Object.assign(request, { method, url: path, httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1 });
    request.headers = { host: "127.0.0.1", ...(Object.fromEntries(named) as Record<string, string>) };
    if (body !== undefined) {
      const bytes = Buffer.from(body as string);
      request.headers["content-length"] = String(bytes.length);
      request.push(bytes);
    }
    request.push(null);
    request.complete = true;
    const response = new KeptResponse(request);
    const ended = new Promise<void>((resolve) => response.once("finish", resolve));
    await this.handle(request, response);
    await ended;
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.getHeaders())) answered.set(name, String(value));
    return { status: response.statusCode, headers: answered, body: parsed(response.text) };
  }
}

const parsed = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

/** An answer that is kept and not sent. */
class KeptResponse extends ServerResponse {
  text = "";

  override end(body?: unknown): this {
    if (typeof body === "string" || Buffer.isBuffer(body)) this.text = body.toString();
    this.emit("finish");
    return this;
  }
}
