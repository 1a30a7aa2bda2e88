import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that sends bytes as they are, and reads answers only when it is told to. */
export class RawConnection {
  #text = "";
  private isOver = false;

  private constructor(private readonly socket: Socket) {
    // A reset is how a server ends what it does not answer.
    socket
      .on("error", () => undefined)
      .on("end", () => (this.isOver = true))
      .on("close", () => (this.isOver = true))
      .setEncoding("latin1")
      .on("data", (part: string) => (this.#text += part))
      .pause();
  }

  static async to(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const connection = new RawConnection(socket);
    await once(socket, "connect");
    return connection;
  }

  /** Does not wait until the server takes it. */
  send(text: string): void {
    this.socket.write(text);
  }

  read(): void {
    this.socket.resume();
  }

  /** Whether it has ended; a reset by the server is noticed when this side reads or has more to send. */
  get isClosed(): boolean {
    return this.isOver;
  }

  /** All that has come so far. */
  get text(): string {
    return this.#text;
  }

  /** Of the answers that have come so far, the bodies in their order: JSON in one line each. */
  get bodies(): string[] {
    return this.#text
      .split(/HTTP\/1\.1 /)
      .filter((answer) => answer.includes("\r\n\r\n") && !answer.startsWith("100 "))
      .map((answer) => answer.slice(answer.indexOf("\r\n\r\n") + 4));
  }

  /** Ends this side alone. */
  halfClose(): void {
    this.socket.end();
  }

  hangUp(): void {
    this.socket.destroy();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }
}

/** A request as it goes over the wire. */
export function requestText(
  target: string,
  {
    method = "GET",
    headers = {},
    body = "",
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const all = { Host: "mneme", ...headers, ...(body === "" ? {} : { "Content-Length": String(body.length) }) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
