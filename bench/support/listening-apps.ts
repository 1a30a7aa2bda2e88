import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** An app's own server, on this machine. */
export class ListeningApp {
  private constructor(private readonly server: Server) {}

  static async open(listener: RequestListener): Promise<ListeningApp> {
    const server = createServer(listener).listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ListeningApp(server);
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

/** What an app is told, as far as it matters here. */
export interface Told {
  readonly session_id: string;
  readonly segments: readonly { readonly text: string }[];
}

/** An app that answers at once. @param hear is told of each call, and says with what prompt it answers, if any. */
export const prompt =
  (hear: (told: Told) => string | undefined): RequestListener =>
  (request, response) => {
    void bodyOf(request).then((body) => {
      const told = JSON.parse(body) as Told;
      const asked = hear(told);
      const answer = { session_id: told.session_id, notification: { prompt: asked, params: [] } };
      response.end(asked === undefined ? undefined : JSON.stringify(answer));
    });
  };

const DRIP_MS = 1_000;

/** An app that answers a byte a second, and never comes to an end. @param ended is told how long each call was open. */
export const dripping =
  (ended: (milliseconds: number) => void): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) => {
    const begun = performance.now();
    request.resume();
    const drip = setInterval(() => response.write(" "), DRIP_MS);
    response.once("close", () => {
      clearInterval(drip);
      ended(performance.now() - begun);
    });
    response.writeHead(200).flushHeaders();
  };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
