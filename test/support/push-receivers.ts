import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { PEER_ADDRESS } from "./outbound-client.js";

export interface PushRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface PushResponse {
  readonly status: number;
  readonly body?: string;
}

/** Local servers that receive pushes. */
export class PushReceivers {
  private readonly servers: Server[] = [];

  /** Starts a server. @returns its URL. */
  async open(
    respond: (request: PushRequest) => PushResponse | Promise<PushResponse>,
    host = "peer.example",
  ): Promise<string> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { url: path = "", headers } = request;
        const sendResponse = async (): Promise<void> => {
          const { status, body } = await respond({ path, headers, body: Buffer.concat(chunks) });
          response.writeHead(status, { location: "/elsewhere" }).end(body);
        };
        void sendResponse();
      });
    });
    this.servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, PEER_ADDRESS, resolve));
    return `http://${host}:${(server.address() as AddressInfo).port}/to`;
  }

  async close(): Promise<void> {
    for (const server of this.servers) server.closeAllConnections();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}
