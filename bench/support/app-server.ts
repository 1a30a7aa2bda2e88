import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The webhook server of an app. */
export class AppServer {
  private constructor(private readonly server: Server) {}

  static async open(listener: RequestListener): Promise<AppServer> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new AppServer(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}

/** The fields of a webhook call that the benchmark reads. */
export interface WebhookCall {
  readonly session_id: string;
  readonly segments: readonly { readonly text: string }[];
}

/** An app that answers at once. @param onCall is call of each call, and says with what prompt it answers, if any. */
export const createPromptListener =
  (onCall: (call: WebhookCall) => string | undefined): RequestListener =>
  (request, response) => {
    void readBody(request).then((body) => {
      const call = JSON.parse(body) as WebhookCall;
      const notificationPrompt = onCall(call);
      const answer = { session_id: call.session_id, notification: { prompt: notificationPrompt, params: [] } };
      response.end(notificationPrompt === undefined ? undefined : JSON.stringify(answer));
    });
  };

const DRIP_INTERVAL_MS = 1_000;

/** An app that answers a byte a second, and never comes to an end. @param onClose is call how long each call was open. */
export const createDrippingListener =
  (onClose: (milliseconds: number) => void): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) => {
    const startedAtMs = performance.now();
    request.resume();
    const drip = setInterval(() => response.write(" "), DRIP_INTERVAL_MS);
    response.once("close", () => {
      clearInterval(drip);
      onClose(performance.now() - startedAtMs);
    });
    response.writeHead(200).flushHeaders();
  };

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
