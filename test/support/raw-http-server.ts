import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** Handles a connection after the head of a request has arrived. */
export type ConnectionHandler = (socket: Socket, head: string) => void;

/** A server that controls every byte of its responses: it may send what no HTTP library would. */
export class RawHttpServer {
  /** The number of accepted connections, with or without a request. */
  connectionCount = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(handleConnection: ConnectionHandler) {
    this.server = createServer((socket) => {
      this.connectionCount += 1;
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
      // The client may abort the connection: tests rely on it.
      socket.on("error", () => undefined);
      let head = "";
      socket.on("data", (data) => {
        const isHeadComplete = head.includes("\r\n\r\n");
        head += data.toString("latin1");
        if (!isHeadComplete && head.includes("\r\n\r\n")) handleConnection(socket, head);
      });
    });
  }

  static async open(handleConnection: ConnectionHandler, host = "127.0.0.1", port = 0): Promise<RawHttpServer> {
    const receiver = new RawHttpServer(handleConnection);
    await new Promise<void>((resolve, reject) => {
      receiver.server.once("error", reject).listen(port, host, resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The number of open connections. */
  get openConnectionCount(): number {
    return this.sockets.size;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

/** Sends these lines and ends the connection. */
export const respondRaw =
  (...lines: readonly string[]): ConnectionHandler =>
  (socket) =>
    socket.end(lines.join("\r\n"));

/** Sends a complete response with this body. */
export const respondWith = (status: number, body = "", ...headers: readonly string[]): ConnectionHandler =>
  respondRaw(`HTTP/1.1 ${status} Status`, `content-length: ${Buffer.byteLength(body)}`, ...headers, "", body);
