import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { NEIGHBOUR } from "./outbound.js";

export interface PushRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly body?: string;
}

/** Servers that are pushed to, on this machine. */
export class PushReceivers {
  private readonly servers: Server[] = [];

  /** @returns the URL of a new one. */
  async open(answer: (request: PushRequest) => Answer | Promise<Answer>, host = "peer.example"): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { url: path = "", headers } = request;
        const answering = async (): Promise<void> => {
          const { status, body } = await answer({ path, headers, body: Buffer.concat(chunks) });
          response.writeHead(status, { location: "/elsewhere" }).end(body);
        };
        void answering();
      });
    });
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, NEIGHBOUR, resolve));
    return `http://${host}:${(server.address() as AddressInfo).port}/to`;
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.closeAllConnections();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
