import type { LocalIssuer } from "../../src/adapters/identity/index.js";
import { createContainer } from "../../src/composition/container.js";
import { readSettings } from "../../src/composition/settings.js";
import * as tokens from "../../src/composition/tokens.js";
import { ServerProcess } from "./server-process.js";

const secret = { MNEME_SECRET: "a secret of the benches, which guards nothing" };

/** Nothing is limited, and apps may listen on this machine. */
const settings = {
  ...secret,
  MNEME_PROACTIVE_PER_DAY: "0",
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
    const process = await ServerProcess.start("./service.js", { environment: { SETTINGS: JSON.stringify(settings) } });
    const issuer = await createContainer(readSettings(secret)).getAsync<LocalIssuer>(tokens.localIssuer);
    const [url = ""] = process.told.split("#");
    return new LiveService(url, issuer, process);
  }

  async user(id: string): Promise<LiveUser> {
    return new LiveUser(this.url, await this.issuer.issue({ userId: id }));
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

/** Somebody who speaks, has apps, and follows their inbox. */
export class LiveUser {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly url: string,
    token: string,
  ) {
    this.headers = { Authorization: `Bearer ${token}` };
  }

  /** @returns the app's id. */
  async register(name: string, webhookUrl: string): Promise<string> {
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

  async say(session: string, text: string, at: number): Promise<void> {
    const transcript_segments = [{ text, start: at, end: at + 1 }];
    await (await this.post(`/v1/dev/user/sessions/${session}/segments`, { transcript_segments })).arrayBuffer();
  }

  /** @param heard is told each piece of the stream. @returns what ends it. */
  async follow(heard: (piece: string) => void): Promise<() => void> {
    const end = new AbortController();
    const path = "/v1/dev/user/notifications/events";
    const response = await fetch(this.url + path, { headers: this.headers, signal: end.signal });
    if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`);
    const pieces = response.body.pipeThrough(new TextDecoderStream());
    const read = async (): Promise<void> => {
      for await (const piece of pieces) heard(piece);
    };
    void read().catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    });
    return () => end.abort();
  }

  /** @throws Error for an answer that is no success. */
  private async post(path: string, body: object): Promise<Response> {
    const headers = { ...this.headers, "Content-Type": "application/json" };
    const response = await fetch(this.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
