import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

interface Connection {
  readonly client: Socket;
  readonly upstream: Socket;
  isHeld: boolean;
}

/**
 * Forwards connections to a port of 127.0.0.1, and fails as a network does when it is told to. Clients of MongoDB need
 * `directConnection=true`: otherwise they connect to the address that the server names itself.
 */
export class TcpProxy {
  readonly #connections = new Set<Connection>();
  /** What a request contains whose response is held back; undefined while none is. */
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

  /** How many bytes of responses have arrived and are held back. */
  get heldBytes(): number {
    const held = [...this.#connections].filter(({ isHeld }) => isHeld);
    return held.reduce((sum, { upstream }) => sum + upstream.readableLength, 0);
  }

  /**
   * Holds back what the server sends, until `releaseResponses`.
   * @param request if given, only on connections whose client sends this text from now on: there, from then on. A packet
   * must contain all of the text.
   */
  holdResponses(request = ""): void {
    this.#heldRequest = request;
    if (request === "") for (const connection of this.#connections) hold(connection);
  }

  releaseResponses(): void {
    this.#heldRequest = undefined;
    for (const connection of this.#connections) release(connection);
  }

  /** Ends all connections, and loses what is held back. New ones are forwarded. */
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
      if (this.#heldRequest !== undefined && bytes.includes(this.#heldRequest)) hold(connection);
    });
    client.pipe(upstream);
    if (this.#heldRequest !== "") release(connection);
    client.on("error", () => upstream.resetAndDestroy());
    upstream.on("error", () => client.resetAndDestroy());
    // What was received before is sent on.
    client.on("close", () => upstream.destroySoon());
    upstream.on("close", () => {
      client.destroySoon();
      this.#connections.delete(connection);
    });
  }
}

function hold(connection: Connection): void {
  connection.isHeld = true;
  connection.upstream.unpipe(connection.client);
}

function release(connection: Connection): void {
  // Two pipes would send everything twice.
  if (connection.isHeld) connection.upstream.pipe(connection.client);
  connection.isHeld = false;
}
