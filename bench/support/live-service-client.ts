import type { LocalIssuer } from "../../src/adapters/identity/index.js";
import { createContainer } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";
import * as tokens from "../../src/composition/tokens.js";
import { ServerProcess } from "./server-process.js";

const secret = { MNEME_SECRET: "benchmark secret without any protective purpose" };

/** Disables the notification limits and allows webhooks on the loopback interface. */
const settings = {
  ...secret,
  MNEME_PROACTIVE_NOTIFICATIONS_PER_DAY: "0",
  MNEME_NOTIFICATIONS_PER_HOUR: "0",
  MNEME_WEBHOOK_ALLOW_HTTP: "yes",
  MNEME_WEBHOOK_ALLOW_NETWORKS: "127.0.0.0/8",
};

/** The service in a process of its own, with live sessions and apps. */
export class LiveService {
  private constructor(
    private readonly url: string,
    private readonly issuer: LocalIssuer,
    readonly process: ServerProcess,
  ) {}

  static async start(): Promise<LiveService> {
    const process = await ServerProcess.start("./service-process.js", {
      environment: { SETTINGS: JSON.stringify(settings) },
    });
    const issuer = await createContainer(readSettings(secret)).getAsync<LocalIssuer>(tokens.localIssuer);
    const [url = ""] = process.readyMessage.split("#");
    return new LiveService(url, issuer, process);
  }

  async user(id: string): Promise<LiveUser> {
    return new LiveUser(this.url, await this.issuer.issueToken({ userId: id }));
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

/** Client of one user: appends segments, installs apps and follows the notification inbox. */
export class LiveUser {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly url: string,
    token: string,
  ) {
    this.headers = { Authorization: `Bearer ${token}` };
  }

  /** @returns the app ID. */
  async registerApp(name: string, webhookUrl: string): Promise<string> {
    const app = {
      name,
      capabilities: ["external_integration", "proactive_notification"],
      external_integration: { triggers_on: "transcript_processed", webhook_url: webhookUrl },
    };
    const { id } = (await (await this.post("/v1/dev/apps", app)).json()) as { readonly id: string };
    return id;
  }

  async install(appId: string): Promise<void> {
    await (await this.post(`/v1/dev/apps/${appId}/install`, { scopes: [] })).arrayBuffer();
  }

  async appendSegment(session: string, text: string, at: number): Promise<void> {
    const transcript_segments = [{ text, start: at, end: at + 1 }];
    await (await this.post(`/v1/dev/user/sessions/${session}/segments`, { transcript_segments })).arrayBuffer();
  }

  /** @param onChunk is readyMessage each chunk of the stream. @returns what ends it. */
  async followInbox(onChunk: (chunk: string) => void): Promise<() => void> {
    const end = new AbortController();
    const path = "/v1/dev/user/notifications/events";
    const response = await fetch(this.url + path, { headers: this.headers, signal: end.signal });
    if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
    const chunks = response.body.pipeThrough(new TextDecoderStream());
    const read = async (): Promise<void> => {
      for await (const chunk of chunks) onChunk(chunk);
    };
    void read().catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
    return () => end.abort();
  }

  /** @throws Error if the status is not 2xx. */
  private async post(path: string, body: object): Promise<Response> {
    const headers = { ...this.headers, "Content-Type": "application/json" };
    const response = await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
