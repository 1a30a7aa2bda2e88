import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import type { Client } from "./client.js";

/** A call that has come to an app, with a signature that the public library accepts. */
export interface Heard {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly sessionId: string;
  readonly texts: readonly string[];
  readonly speakers: readonly string[];
  readonly at: number;
}

export interface AppAnswer {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long it takes, in milliseconds. */
  readonly afterMs?: number;
}

interface Told {
  readonly session_id: string;
  readonly segments: readonly { readonly text: string; readonly speaker: string; readonly is_user: boolean }[];
}

/** The settings under which the service calls an app on this machine. */
export const callsHere = { MNEME_WEBHOOK_ALLOW_HTTP: "yes", MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8" };

/** An app that is registered and installed, listens on this machine, and verifies what comes. */
export class LiveApp {
  readonly heard: Heard[] = [];
  /** What was refused, for its signature. */
  readonly refused: string[] = [];
  /** What it answers next; nothing to say when absent. */
  answer: (heard: Heard) => AppAnswer = () => ({});

  private constructor(
    readonly id: string,
    readonly secret: string,
    private readonly webhooks: Webhook[],
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(owner: Client, user: Client, scopes: readonly string[] = []): Promise<LiveApp> {
    const registered = await owner.post("/v1/dev/apps", { name: "Ears", capabilities: ["proactive_notification"] });
    const { id, secret, signing_secret: signing } = registered.body as Record<string, string>;
    if (id === undefined || secret === undefined || signing === undefined) throw new Error("No app was registered");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?of=ears`;
    const app = new LiveApp(id, secret, [new Webhook(signing)], server, url);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString("utf8");
        const answer = app.receive(request.url ?? "", request.headers, body);
        setTimeout(() => reply(response, answer), answer.afterMs ?? 0);
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

  /** From now on it knows the secret that takes the place of the one before, and no other. */
  knowOnly(signingSecret: string): void {
    this.webhooks.splice(0, this.webhooks.length, new Webhook(signingSecret));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receive(target: string, headers: IncomingHttpHeaders, body: string): AppAnswer {
    const accepted = this.webhooks.some((webhook) => {
      try {
        webhook.verify(body, headers as Record<string, string>);
        return true;
      } catch (error) {
        this.refused.push((error as Error).message);
        return false;
      }
    });
    if (!accepted) return { status: 401 };
    const { session_id: sessionId, segments } = JSON.parse(body) as Told;
    const heard: Heard = {
      id: String(headers["webhook-id"]),
      query: new URL(target, "http://app").searchParams,
      sessionId,
      texts: segments.map(({ text }) => text),
      speakers: segments.map(({ speaker }) => speaker),
      at: Date.now(),
    };
    this.heard.push(heard);
    return this.answer(heard);
  }
}

function reply(response: ServerResponse, { status = 200, body, headers = {} }: AppAnswer): void {
  response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
}
