import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection that sends raw text and reads responses only after `startReading()`. */
export class RawConnection {
  #received = "";
  private hasEnded = false;

  private constructor(private readonly socket: Socket) {
    // A server resets a connection on which it will not respond.
    socket
      .on("error", () => undefined)
      .on("end", () => (this.hasEnded = true))
      .on("close", () => (this.hasEnded = true))
      .setEncoding("latin1")
      .on("data", (chunk: string) => (this.#received += chunk))
      .pause();
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const connection = new RawConnection(socket);
    await once(socket, "connect");
    return connection;
  }

  /** Does not wait until the server has read the text. */
  send(text: string): void {
    this.socket.write(text);
  }

  startReading(): void {
    this.socket.resume();
  }

  /** Whether the connection has ended; a reset by the server is noticed only on reading or writing. */
  get isClosed(): boolean {
    return this.hasEnded;
  }

  /** All received text. */
  get text(): string {
    return this.#received;
  }

  /** The bodies of the responses received so far, in order: one line of JSON each. */
  get responseBodies(): string[] {
    return this.#received
      .split(/HTTP\/1\.1 /)
      .filter((response) => response.includes("\r\n\r\n") && !response.startsWith("100 "))
      .map((response) => response.slice(response.indexOf("\r\n\r\n") + 4));
  }

  /** Ends only the sending side. */
  halfClose(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }
}

/** Builds the text of an HTTP request. */
export function requestText(
  target: string,
  {
    method = "GET",
    headers = {},
    body = "",
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): string {
  const allHeaders = { Host: "mneme", ...headers, ...(body === "" ? {} : { "Content-Length": String(body.length) }) };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}
