import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
  isHeld: boolean;
}

/**
 * Forwards connections to a port of 127.0.0.1, and simulates network failures on demand. MongoDB clients need
 * `directConnection=true`: otherwise they connect to the address that the server reports.
 */
export class TcpProxy {
  readonly #connections = new Set<Connection>();
  /** Text of the requests whose responses are held back; undefined if none are. */
  #heldRequest: string | undefined;

  private constructor(
    private readonly server: Server,
    private readonly targetPort: number,
  ) {
    server.on("connection", (client) => this.#forward(client));
  }

  static async start(targetPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(createServer().listen(0, "127.0.0.1"), targetPort);
    await once(proxy.server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The number of bytes of responses that have arrived and are held back. */
  get heldBytes(): number {
    const heldConnections = [...this.#connections].filter(({ isHeld }) => isHeld);
    return heldConnections.reduce((sum, { upstream }) => sum + upstream.readableLength, 0);
  }

  /**
   * Holds back the responses of the server until `releaseResponses()`.
   * @param requestText if not empty, holds back only connections whose client sends this text from now on, starting
   * then. A single packet must contain the whole text.
   */
  holdResponses(requestText = ""): void {
    this.#heldRequest = requestText;
    if (requestText === "") for (const connection of this.#connections) holdConnection(connection);
  }

  releaseResponses(): void {
    this.#heldRequest = undefined;
    for (const connection of this.#connections) releaseConnection(connection);
  }

  /** Resets all connections and loses responses that are held back. New connections are forwarded. */
  cutConnections(): void {
    for (const { client } of this.#connections) client.resetAndDestroy();
  }

  async close(): Promise<void> {
    const closed = once(this.server, "close");
    this.server.close();
    this.cutConnections();
    await closed;
  }

  #forward(client: Socket): void {
    const upstream = connect({ port: this.targetPort, host: "127.0.0.1" });
    const connection: Connection = { client, upstream, isHeld: true };
    this.#connections.add(connection);
    client.on("data", (bytes: Buffer) => {
      if (this.#heldRequest !== undefined && bytes.includes(this.#heldRequest)) holdConnection(connection);
    });
    client.pipe(upstream);
    if (this.#heldRequest !== "") releaseConnection(connection);
    client.on("error", () => upstream.resetAndDestroy());
    upstream.on("error", () => client.resetAndDestroy());
    // Forward data that was received before.
    client.on("close", () => upstream.destroySoon());
    upstream.on("close", () => {
      client.destroySoon();
      this.#connections.delete(connection);
    });
  }
}

function holdConnection(connection: Connection): void {
  connection.isHeld = true;
  connection.upstream.unpipe(connection.client);
}

function releaseConnection(connection: Connection): void {
  // A second pipe would send everything twice.
  if (connection.isHeld) connection.upstream.pipe(connection.client);
  connection.isHeld = false;
}
