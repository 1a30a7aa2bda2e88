import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { ApiClient } from "./api-client.js";

/** A call that an app received, with a signature that the public library accepts. */
export interface ReceivedCall {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly sessionId: string;
  readonly texts: readonly string[];
  readonly speakers: readonly string[];
  readonly at: number;
}

export interface AppResponse {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The delay of the response, in milliseconds. */
  readonly delayMs?: number;
}

interface WebhookPayload {
  readonly session_id: string;
  readonly segments: readonly { readonly text: string; readonly speaker: string; readonly is_user: boolean }[];
}

/** The settings under which the service calls an app on this machine. */
export const LOCAL_WEBHOOK_ENVIRONMENT = {
  MNEME_WEBHOOK_ALLOW_HTTP: "yes",
  MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
};

/** A registered and installed app that listens on this machine and verifies signatures. */
export class WebhookApp {
  readonly receivedCalls: ReceivedCall[] = [];
  /** Errors of calls with an invalid signature. */
  readonly rejectedSignatures: string[] = [];
  /** Returns the response to a call; the default asks for no notification. */
  handleCall: (call: ReceivedCall) => AppResponse = () => ({});

  private constructor(
    readonly id: string,
    readonly secret: string,
    private readonly webhooks: Webhook[],
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(owner: ApiClient, user: ApiClient, scopes: readonly string[] = []): Promise<WebhookApp> {
    const registered = await owner.post("/v1/dev/apps", { name: "Ears", capabilities: ["proactive_notification"] });
    const { id, secret, signing_secret: signingSecret } = registered.body as Record<string, string>;
    if (id === undefined || secret === undefined || signingSecret === undefined)
      throw new Error("No app was registered");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?of=ears`;
    const app = new WebhookApp(id, secret, [new Webhook(signingSecret)], server, url);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString("utf8");
        const appResponse = app.handleRequest(request.url ?? "", request.headers, body);
        setTimeout(() => sendResponse(response, appResponse), appResponse.delayMs ?? 0);
      });
    });
    await owner.patch(`/v1/dev/apps/${id}`, {
      capabilities: ["external_integration", "proactive_notification"],
      external_integration: { triggers_on: "transcript_processed", webhook_url: url },
      proactive_notification: { scopes },
    });
    await user.post(`/v1/dev/apps/${id}/install`, { scopes });
    return app;
  }

  /** Replaces the signing secret: from now on only calls signed with the new one are accepted. */
  replaceSigningSecret(signingSecret: string): void {
    this.webhooks.splice(0, this.webhooks.length, new Webhook(signingSecret));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private handleRequest(target: string, headers: IncomingHttpHeaders, body: string): AppResponse {
    const accepted = this.webhooks.some((webhook) => {
      try {
        webhook.verify(body, headers as Record<string, string>);
        return true;
      } catch (error) {
        this.rejectedSignatures.push((error as Error).message);
        return false;
      }
    });
    if (!accepted) return { status: 401 };
    const { session_id: sessionId, segments } = JSON.parse(body) as WebhookPayload;
    const call: ReceivedCall = {
      id: String(headers["webhook-id"]),
      query: new URL(target, "http://app").searchParams,
      sessionId,
      texts: segments.map(({ text }) => text),
      speakers: segments.map(({ speaker }) => speaker),
      at: Date.now(),
    };
    this.receivedCalls.push(call);
    return this.handleCall(call);
  }
}

function sendResponse(response: ServerResponse, { status = 200, body, headers = {} }: AppResponse): void {
  response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
}
