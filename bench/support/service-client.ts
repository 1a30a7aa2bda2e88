import type { LoadRequest } from "./load-generator.js";
import { ServerProcess, type ServerOptions } from "./server-process.js";

interface Receipt {
  readonly id: string;
  readonly status: string;
}

const collection = "/v1/dev/user/conversations";

/** Starts the service in a child process; builds and sends requests to it. */
export class Service {
  readonly headers: Readonly<Record<string, string>>;

  private constructor(
    private readonly url: string,
    key: string,
    private readonly app: { readonly id: string; readonly secret: string },
    readonly process: ServerProcess,
  ) {
    this.headers = { Authorization: `Bearer ${key}` };
  }

  static async start(options: ServerOptions = {}): Promise<Service> {
    const process = await ServerProcess.start("./service-process.js", options);
    const [url = "", key = "", id = "", secret = ""] = process.readyMessage.split("#");
    return new Service(url, key, { id, secret }, process);
  }

  /** Builds a request to the conversations resource. @param pathOrQuery appended to its URL. */
  conversationsRequest(pathOrQuery = ""): LoadRequest {
    return { url: this.url + collection + pathOrQuery, headers: this.headers };
  }

  /** Builds a request that creates a conversation. */
  creationRequest(segments: readonly object[], headers: Readonly<Record<string, string>> = {}): LoadRequest {
    const body = JSON.stringify({ transcript_segments: segments });
    return {
      ...this.conversationsRequest("/from-segments"),
      method: "POST",
      headers: { ...this.headers, ...headers },
      body,
    };
  }

  /** Builds a request that creates an action item. */
  actionItemRequest(description: string): LoadRequest {
    const body = JSON.stringify({ description });
    return { url: `${this.url}/v1/dev/user/action-items`, method: "POST", headers: this.headers, body };
  }

  /** Builds a request by which an app sends a direct notification to the user. */
  notificationRequest(message: string): LoadRequest {
    const { id, secret } = this.app;
    const query = new URLSearchParams({ uid: "bench", message }).toString();
    return {
      url: `${this.url}/v2/integrations/${id}/notification?${query}`,
      method: "POST",
      headers: { Authorization: `Bearer ${secret}` },
    };
  }

  /** Builds a request that appends segments to a live session. */
  appendRequest(session: string, segments: readonly object[]): LoadRequest {
    const url = `${this.url}/v1/dev/user/sessions/${encodeURIComponent(session)}/segments`;
    return { url, method: "POST", headers: this.headers, body: JSON.stringify({ transcript_segments: segments }) };
  }

  async create(segments: readonly object[]): Promise<Receipt> {
    return (await (await this.send(this.creationRequest(segments))).json()) as Receipt;
  }

  /** @throws Error if the status is not 2xx. */
  async send({ url, method = "GET", headers = {}, body }: LoadRequest): Promise<Response> {
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return response;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
