import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { OutboundResult } from "../../../src/ports/driven/index.js";
import { anOutboundRequest, anOutboundClient } from "../../support/outbound-client.js";
import { respondWith, RawHttpServer, respondRaw, type ConnectionHandler } from "../../support/raw-http-server.js";
import { waitUntil } from "../../support/eventually.js";

const HERE = "127.0.0.1";
const OK = "HTTP/1.1 200 OK";

/** Decision 9.4. */
const TOTAL_MS = 5_000;
/** For a machine that has other work; an idle one ends in time to within 0.1 s. */

const every = (ms: number, bytes: string, head: string): ConnectionHandler => {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(bytes), ms);
    socket.once("close", () => clearInterval(timer));
  };
};

const endless = (head: string, chunk: string): ConnectionHandler => {
  return (socket) => {
    socket.write(head);
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
      if (!socket.destroyed) socket.once("drain", more);
    };
    more();
  };
};

const chunked = `${OK}\r\ntransfer-encoding: chunked\r\n\r\n`;
const tenThousand = "x".repeat(10_000);

/** What somebody answers, by what it is refused for. */
const answers: Readonly<Record<string, Readonly<Record<string, ConnectionHandler>>>> = {
  too_large: {
    "a body of 64 KiB and one byte": respondWith(200, "x".repeat(65_537)),
    "an endless body": endless(`${OK}\r\n\r\n`, tenThousand),
    "endless chunks": endless(chunked, `2710\r\n${tenThousand}\r\n`),
    "a body of a terabyte": endless(`${OK}\r\ncontent-length: 1099511627776\r\n\r\n`, tenThousand),
    "an endless error page": endless("HTTP/1.1 500 Error\r\n\r\n", tenThousand),
  },
  encoded: {
    "ten megabytes in ten kilobytes of gzip": (socket) => {
      const bomb = gzipSync(Buffer.alloc(10_000_000));
      socket.write(`${OK}\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    },
    brotli: respondWith(200, "x", "content-encoding: br"),
    "a repeated Content-Encoding": respondWith(200, "x", "content-encoding: identity", "content-encoding: gzip"),
    "several content encodings": respondWith(200, "x", "Content-Encoding: gzip, gzip"),
    "gzip as Transfer-Encoding": respondRaw(OK, "transfer-encoding: gzip, chunked", "", "1", "x", "0", "", ""),
  },
  broken: {
    "a connection that is closed without a response": (socket) => socket.end(),
    "a connection reset": (socket) => socket.resetAndDestroy(),
    "a response that is not HTTP": respondRaw("SSH-2.0-OpenSSH_9.9", "", ""),
    "a body without headers": respondRaw("<html>", "", ""),
    "truncated headers": respondRaw(OK, "content-type: te"),
    "a body shorter than Content-Length": respondRaw(OK, "content-length: 10", "", "123"),
    "a truncated chunk": respondRaw(OK, "transfer-encoding: chunked", "", "a", "123"),
    "a chunk without a length": respondRaw(OK, "transfer-encoding: chunked", "", "xyz", "123", "0", "", ""),
    "two Content-Length headers": respondRaw(OK, "content-length: 1", "content-length: 2", "", "12"),
    "a negative Content-Length": respondRaw(OK, "content-length: -1", "", ""),
    "Content-Length together with chunks": respondRaw(
      OK,
      "content-length: 3",
      "transfer-encoding: chunked",
      "",
      "0",
      "",
      "",
    ),
    "an endless header": endless(`${OK}\r\n`, `x: ${tenThousand}\r\n`),
    "endless headers": endless(`${OK}\r\n`, "x: y\r\n".repeat(1_000)),
    "another protocol": respondRaw(
      "HTTP/1.1 101 Switching Protocols",
      "upgrade: websocket",
      "connection: upgrade",
      "",
      "",
    ),
    "a NUL in a header": respondRaw(OK, "x: a\0b", "", ""),
  },
};

/** What never ends, each with more bytes to come all the time. */
const drips: Readonly<Record<string, ConnectionHandler>> = {
  "nothing at all": () => undefined,
  "its head, a byte a second": every(1_000, "x", "HTTP/1.1 200 O"),
  "its body, a byte a second": every(1_000, "x", `${OK}\r\ncontent-length: 60000\r\n\r\n`),
  "a chunk a second": every(1_000, "1\r\nx\r\n", chunked),
  "an extension of a chunk, a byte a second": every(1_000, "x", `${chunked}1;`),
  "a header a second": every(1_000, "x: y\r\n", `${OK}\r\n`),
  "news that it goes on, each second": every(1_000, "HTTP/1.1 102 Processing\r\n\r\n", ""),
  "its trailer, a byte a second": every(1_000, "x", `${chunked}1\r\nx\r\n0\r\ny: `),
};

describe("OutboundClient: hostile responses", () => {
  const receivers: RawHttpServer[] = [];

  const calling = async (
    behaviour: ConnectionHandler,
    body = "{}",
  ): Promise<{ result: OutboundResult; ms: number }> => {
    const receiver = await RawHttpServer.open(behaviour);
    receivers.push(receiver);
    const client = anOutboundClient({ allowed: [HERE] });
    const begun = performance.now();
    const result = await client.post(anOutboundRequest(`http://${HERE}:${receiver.port}/hook?uid=1`, { body }));
    return { result, ms: performance.now() - begun };
  };

  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });

  for (const [reason, behaviours] of Object.entries(answers)) {
    for (const [what, behaviour] of Object.entries(behaviours)) {
      it(`refuses ${what} as ${reason}`, async () => {
        const { result } = await calling(behaviour);
        expect(result).to.deep.equal({ kind: "failed", reason });
      });
    }
  }

  it(`aborts calls with endless responses after ${TOTAL_MS} ms and closes the connections`, async () => {
    const ended = await Promise.all(
      Object.entries(drips).map(async ([what, behaviour]) => ({ what, ...(await calling(behaviour)) })),
    );
    for (const { what, result, ms } of ended) {
      expect(result, what).to.deep.equal({ kind: "failed", reason: "timeout" });
      expect(ms, what).to.be.at.least(TOTAL_MS - 50);
    }
    await waitUntil(() => receivers.every(({ openConnectionCount: open }) => open === 0));
  });

  it("times out while sending to a server that does not read", async () => {
    const { result } = await calling((socket) => socket.pause(), "x".repeat(50_000_000));
    expect(result).to.deep.equal({ kind: "failed", reason: "timeout" });
  });

  for (const protocol of ["http", "https"]) {
    it(`reports an unreachable server over ${protocol}`, async () => {
      const gone = await RawHttpServer.open(respondWith(200));
      const { port } = gone;
      await gone.close();
      const client = anOutboundClient({ allowed: [HERE] });
      const result = await client.post(anOutboundRequest(`${protocol}://${HERE}:${port}/`));
      expect(result).to.deep.equal({ kind: "failed", reason: "unreachable" });
    });
  }

  it("times out a TLS connection after one second", async () => {
    const silent = await RawHttpServer.open(() => undefined);
    receivers.push(silent);
    const client = anOutboundClient({ allowed: [HERE] });
    const begun = performance.now();
    const result = await client.post(anOutboundRequest(`https://${HERE}:${silent.port}/`));
    expect(result).to.deep.equal({ kind: "failed", reason: "connect_timeout" });
    expect(performance.now() - begun).to.be.at.least(950);
    await waitUntil(() => silent.openConnectionCount === 0);
  });

  it("times out name resolution and connection together after one second", async () => {
    const client = anOutboundClient({
      resolve: (_name, signal) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve([]), { once: true })),
    });
    const begun = performance.now();
    const result = await client.post(anOutboundRequest("http://slow.example/"));
    expect(result).to.deep.equal({ kind: "failed", reason: "connect_timeout" });
    expect(performance.now() - begun).to.be.at.least(950);
  });

  it("requests no content encoding, closes the connection and sends its user agent", async () => {
    let head = "";
    await calling((socket, said) => {
      head = said.toLowerCase();
      respondWith(200)(socket, said);
    });
    expect(head).to.match(/^post \/hook\?uid=1 http\/1\.1\r\n/);
    expect(head).to.include("\r\naccept-encoding: identity\r\n");
    expect(head).to.include("\r\nconnection: close\r\n");
    expect(head).to.include("\r\nuser-agent: mneme\r\n");
    expect(head).to.match(/\r\nhost: 127\.0\.0\.1:\d+\r\n/);
  });

  it("replaces invalid UTF-8 in a response", async () => {
    const { result } = await calling((socket) => {
      socket.write(`${OK}\r\ncontent-length: 3\r\n\r\n`);
      socket.end(Buffer.from([0x61, 0xff, 0x62]));
    });
    expect(result).to.deep.equal({ kind: "answered", status: 200, body: "a\ufffdb" });
  });

  it("accepts a response with identity encoding", async () => {
    const { result } = await calling(respondWith(200, "x", "content-encoding: Identity"));
    expect(result).to.deep.equal({ kind: "answered", status: 200, body: "x" });
  });

  it("ignores a second response on the same connection", async () => {
    const { result } = await calling(
      respondRaw(OK, "content-length: 1", "", "1HTTP/1.1 500 Error", "content-length: 1", "", "2"),
    );
    expect(result).to.deep.equal({ kind: "answered", status: 200, body: "1" });
  });

  it("refuses running and later calls when it is closed", async () => {
    const silent = await RawHttpServer.open(() => undefined);
    receivers.push(silent);
    const client = anOutboundClient({ allowed: [HERE] });
    const call = anOutboundRequest(`http://${HERE}:${silent.port}/`, { bulkheadKey: "app" });
    // More than a lane may call at once: some of them wait.
    const calls = Array.from({ length: 20 }, () => client.post(call));
    await waitUntil(() => silent.connectionCount === 8);
    client.close();
    const results = await Promise.all([...calls, client.post(call)]);
    expect(results).to.deep.equal(results.map(() => ({ kind: "failed", reason: "closed" })));
    expect(silent.connectionCount).to.equal(8);
  });

  it("does not delay healthy bulkheads while 100 others receive slow responses", async () => {
    const drip = await RawHttpServer.open(every(1_000, "x", `${OK}\r\ncontent-length: 60000\r\n\r\n`));
    const healthy = await RawHttpServer.open(respondWith(200, "ok"), "127.0.0.2");
    receivers.push(drip, healthy);
    const client = anOutboundClient({ allowed: [HERE, "127.0.0.2"], resolve: () => Promise.resolve([HERE]) });
    const slow = Array.from({ length: 100 }, (_, app) =>
      Array.from({ length: 5 }, () =>
        client.post(anOutboundRequest(`http://app-${app}.example:${drip.port}/`, { bulkheadKey: `slow ${app}` })),
      ),
    ).flat();
    const times: number[] = [];
    for (let call = 0; call < 100; call += 1) {
      const begun = performance.now();
      const url = `http://127.0.0.2:${healthy.port}/`;
      const { kind } = await client.post(anOutboundRequest(url, { bulkheadKey: `healthy ${call % 10}` }));
      // On a busy machine a connection may take too long now and then.
      if (kind === "answered") times.push(performance.now() - begun);
    }
    client.close();
    await Promise.all(slow);
    // A healthy call that waited for slow ones would take as long as they may.
    expect(times).to.have.length.of.at.least(50);
    expect(times.toSorted((one, other) => one - other)[25]).to.be.lessThan(TOTAL_MS / 2);
  });
});
