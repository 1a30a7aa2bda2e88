import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type Koa from "koa";
import { ApiClient, type ClientResponse } from "./api-client.js";

/** The request handler of an application: its `callback()`. */
export type RequestHandler = ReturnType<Koa["callback"]>;

/** A client that passes its requests directly to the application, without a connection. */
export class InProcessClient extends ApiClient {
  constructor(
    private readonly handle: RequestHandler,
    private readonly openApiDocument: object,
    credential?: string,
  ) {
    super("http://127.0.0.1", openApiDocument, credential);
  }

  override withCredential(credential: string): InProcessClient {
    return new InProcessClient(this.handle, this.openApiDocument, credential);
  }

  protected override async performRequest(
    method: string,
    path: string,
    body: string | Uint8Array<ArrayBuffer> | undefined,
    headers: Record<string, string>,
  ): Promise<ClientResponse> {
    const request = new IncomingMessage(new Socket());
    const lowerCaseHeaders = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    Object.assign(request, { method, url: path, httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1 });
    request.headers = { host: "127.0.0.1", ...(Object.fromEntries(lowerCaseHeaders) as Record<string, string>) };
    if (body !== undefined) {
      const bytes = Buffer.from(body as string);
      request.headers["content-length"] = String(bytes.length);
      request.push(bytes);
    }
    request.push(null);
    request.complete = true;
    const response = new BufferedResponse(request);
    const ended = new Promise<void>((resolve) => response.once("finish", resolve));
    await this.handle(request, response);
    await ended;
    const responseHeaders = new Headers();
    for (const [name, value] of Object.entries(response.getHeaders())) responseHeaders.set(name, String(value));
    return { status: response.statusCode, headers: responseHeaders, body: parseJson(response.text) };
  }
}

const parseJson = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

/** A response that stores its body instead of sending it. */
class BufferedResponse extends ServerResponse {
  text = "";

  override end(body?: unknown): this {
    if (typeof body === "string" || Buffer.isBuffer(body)) this.text = body.toString();
    this.emit("finish");
    return this;
  }
}
