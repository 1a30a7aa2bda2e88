import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** What a receiver does with one connection, when the head of a request has come. */
export type Behaviour = (socket: Socket, head: string) => void;

/** Somebody who is called, to the byte: it may answer what no HTTP library would. */
export class Receiver {
  /** How many connections were made to it, whether or not anything came through them. */
  connections = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(behaviour: Behaviour) {
    this.server = createServer((socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
      // Whoever calls may break off: that is what is tested.
      socket.on("error", () => undefined);
      let head = "";
      socket.on("data", (data) => {
        const whole = head.includes("\r\n\r\n");
        head += data.toString("latin1");
        if (!whole && head.includes("\r\n\r\n")) behaviour(socket, head);
      });
    });
  }

  static async open(behaviour: Behaviour, host = "127.0.0.1", port = 0): Promise<Receiver> {
    const receiver = new Receiver(behaviour);
    await new Promise<void>((resolve, reject) => {
      receiver.server.once("error", reject).listen(port, host, resolve);
    });
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** How many connections are open. */
  get open(): number {
    return this.sockets.size;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

/** Answers these bytes, and ends. */
export const saying =
  (...lines: readonly string[]): Behaviour =>
  (socket) =>
    socket.end(lines.join("\r\n"));

/** A whole answer with this body. */
export const answering = (status: number, body = "", ...headers: readonly string[]): Behaviour =>
  saying(`HTTP/1.1 ${status} Status`, `content-length: ${Buffer.byteLength(body)}`, ...headers, "", body);
