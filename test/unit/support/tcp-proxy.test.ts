import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { promisify } from "node:util";
import { expect } from "chai";
import { TcpProxy } from "../../support/tcp-proxy.js";
import { retryUntilPassing, waitUntil } from "../../support/eventually.js";

/** A connection through the proxy, with what came back and whether it ended. */
class Caller {
  received = "";
  isClosed = false;

  constructor(readonly socket: Socket) {
    socket.on("data", (bytes: Buffer) => (this.received += bytes.toString()));
    // What a cut does to a client.
    socket.on("error", (error: NodeJS.ErrnoException) => expect(error.code).to.equal("ECONNRESET"));
    socket.on("close", () => (this.isClosed = true));
  }

  async ask(request: string): Promise<void> {
    const end = this.received.length + request.length;
    this.socket.write(request);
    await waitUntil(() => this.received.length >= end);
  }
}

describe("The TCP proxy", () => {
  let echo: Server;
  let proxy: TcpProxy;
  let requests = "";

  const open = (): Caller => new Caller(connect(proxy.port, "127.0.0.1"));

  beforeEach(async () => {
    requests = "";
    echo = createServer((socket) => {
      socket.on("error", () => socket.destroy());
      socket.on("data", (bytes: Buffer) => {
        requests += bytes.toString();
        socket.write(bytes);
      });
    }).listen(0, "127.0.0.1");
    await once(echo, "listening");
    proxy = await TcpProxy.start((echo.address() as AddressInfo).port);
  });

  afterEach(async () => {
    await proxy.close();
    await stop(echo);
  });

  it("forwards data in both directions, separately per connection", async () => {
    const [one, other] = [open(), open()];
    await Promise.all([one.ask("one"), other.ask("other"), one.ask("!".repeat(300_000))]);
    expect([one.received.slice(0, 3), one.received.length, other.received]).to.deep.equal(["one", 300_003, "other"]);
  });

  it("closes both sides when one side closes", async () => {
    const caller = open();
    await caller.ask("hello");
    caller.socket.end();
    await waitUntil(() => caller.isClosed);
    await retryUntilPassing(async () => expect(await countConnections(echo)).to.equal(0));
  });

  it("closes a connection that the server refuses", async () => {
    await stop(echo);
    const caller = open();
    await waitUntil(() => caller.isClosed);
    expect(caller.received).to.equal("");
  });

  it("cuts all connections and forwards new ones", async () => {
    const callers = [open(), open()];
    await Promise.all(callers.map((caller) => caller.ask("hello")));
    proxy.cutConnections();
    await waitUntil(() => callers.every(({ isClosed }) => isClosed));
    await retryUntilPassing(async () => expect(await countConnections(echo)).to.equal(0));
    const next = open();
    await next.ask("again");
    expect(next.received).to.equal("again");
  });

  it("holds responses back while it forwards requests, and then releases them in order", async () => {
    const [caller, later] = [open(), open()];
    await caller.ask("one,");
    proxy.holdResponses();
    caller.socket.write("two,");
    await waitUntil(() => requests.includes("two,"));
    await waitUntil(() => proxy.heldBytes === "two,".length);
    later.socket.write("later");
    await waitUntil(() => proxy.heldBytes === "two,later".length);
    expect([caller.received, later.received]).to.deep.equal(["one,", ""]);
    proxy.releaseResponses();
    await waitUntil(() => caller.received === "one,two," && later.received === "later");
    await caller.ask("three");
    expect([caller.received, proxy.heldBytes]).to.deep.equal(["one,two,three", 0]);
  });

  it("holds back the responses to a matching request and loses them when it cuts the connection", async () => {
    const [caller, other] = [open(), open()];
    await Promise.all([caller.ask("begin,"), other.ask("begin,")]);
    proxy.holdResponses("commit");
    await caller.ask("write,");
    caller.socket.write("commit");
    await waitUntil(() => proxy.heldBytes === "commit".length);
    await other.ask("write");
    proxy.cutConnections();
    await waitUntil(() => caller.isClosed && other.isClosed);
    expect(requests).to.include("commit");
    expect([caller.received, other.received]).to.deep.equal(["begin,write,", "begin,write"]);
  });
});

function countConnections(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  await once(server, "close");
}
