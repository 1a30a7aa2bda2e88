import type { Asked } from "./load.js";
import { ServerProcess, type ServerOptions } from "./server-process.js";

interface Receipt {
  readonly id: string;
  readonly status: string;
}

const collection = "/v1/dev/user/conversations";

/** The service in a process of its own, and a client of it. */
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
    const process = await ServerProcess.start("./service.js", options);
    const [url = "", key = "", id = "", secret = ""] = process.told.split("#");
    return new Service(url, key, { id, secret }, process);
  }

  /** A request for conversations, to be sent by a load generator. */
  conversations(rest = ""): Asked {
    return { url: this.url + collection + rest, headers: this.headers };
  }

  /** A request that creates one. */
  creation(segments: readonly object[], headers: Readonly<Record<string, string>> = {}): Asked {
    const body = JSON.stringify({ transcript_segments: segments });
    return { ...this.conversations("/from-segments"), method: "POST", headers: { ...this.headers, ...headers }, body };
  }

  /** A request that creates an action item. */
  actionItem(description: string): Asked {
    const body = JSON.stringify({ description });
    return { url: `${this.url}/v1/dev/user/action-items`, method: "POST", headers: this.headers, body };
  }

  /** A request by which an app notifies the user. */
  notification(message: string): Asked {
    const { id, secret } = this.app;
    const query = new URLSearchParams({ uid: "bench", message }).toString();
    return {
      url: `${this.url}/v2/integrations/${id}/notification?${query}`,
      method: "POST",
      headers: { Authorization: `Bearer ${secret}` },
    };
  }

  /** A request that adds to a live session, at its end. */
  piece(session: string, segments: readonly object[]): Asked {
    const url = `${this.url}/v1/dev/user/sessions/${encodeURIComponent(session)}/segments`;
    return { url, method: "POST", headers: this.headers, body: JSON.stringify({ transcript_segments: segments }) };
  }

  async create(segments: readonly object[]): Promise<Receipt> {
    return (await (await this.send(this.creation(segments))).json()) as Receipt;
  }

  /** @throws Error for an answer that is no success. */
  async send({ url, method = "GET", headers = {}, body }: Asked): Promise<Response> {
    const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
    if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    return response;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}
