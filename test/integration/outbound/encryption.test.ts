import { readFileSync } from "node:fs";
import { createServer as createPlainServer, type AddressInfo } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates, type Server } from "node:tls";
import { expect } from "chai";
import type { OutboundResult } from "../../../src/ports/driven/index.js";
import { anOutboundRequest, anOutboundClient } from "../../support/outbound-client.js";

const HERE = "127.0.0.1";
const cert = readFileSync("test/fixtures/tls/app.example.cert.pem", "utf8");
const key = readFileSync("test/fixtures/tls/app.example.key.pem", "utf8");

describe("OutboundClient: TLS", () => {
  const usual = getCACertificates("default");
  /** What names the receiver was called by, and which protocols were offered. */
  const called: (string | false | null)[] = [];
  let server: Server;

  const calling = (host: string, protocol = "https"): Promise<OutboundResult> => {
    const client = anOutboundClient({ allowed: [HERE], resolve: () => Promise.resolve([HERE]) });
    return client.post(anOutboundRequest(`${protocol}://${host}:${(server.address() as AddressInfo).port}/`));
  };

  before(async () => {
    server = createServer({ cert, key, ALPNProtocols: ["h2", "http/1.1"] }, (socket) => {
      called.push(socket.servername, socket.alpnProtocol);
      socket.on("error", () => undefined);
      socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
    });
    await new Promise<void>((resolve) => server.listen(0, HERE, resolve));
  });
  after(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => void called.splice(0));
  afterEach(() => setDefaultCACertificates(usual));

  it("connects to a trusted server with SNI over HTTP/1.1", async () => {
    setDefaultCACertificates([...usual, cert]);
    expect(await calling("app.example")).to.deep.equal({ kind: "answered", status: 200, body: "ok" });
    expect(called).to.deep.equal(["app.example", "http/1.1"]);
  });

  it("connects to a trusted server by IP address", async () => {
    setDefaultCACertificates([...usual, cert]);
    expect((await calling(HERE)).kind).to.equal("answered");
  });

  it("sends nothing to a server with an untrusted certificate or another name", async () => {
    const failure = { kind: "failed", reason: "unreachable" };
    expect(await calling("app.example")).to.deep.equal(failure);
    setDefaultCACertificates([...usual, cert]);
    expect(await calling("other.example")).to.deep.equal(failure);
    expect(called).to.deep.equal([]);
  });

  it("refuses plaintext servers over https and TLS servers over http", async () => {
    expect((await calling("app.example", "http")).kind).to.equal("failed");
    const plain = createPlainServer((socket) => {
      socket.on("error", () => undefined);
      socket.resume().end("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    await new Promise<void>((resolve) => plain.listen(0, HERE, resolve));
    const client = anOutboundClient({ allowed: [HERE] });
    const result = await client.post(anOutboundRequest(`https://${HERE}:${(plain.address() as AddressInfo).port}/`));
    expect(result).to.deep.equal({ kind: "failed", reason: "unreachable" });
    await new Promise((resolve) => plain.close(resolve));
  });
});
