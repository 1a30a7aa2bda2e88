import { gzipSync } from "node:zlib";
import { expect } from "chai";
import type { OutboundResult } from "../../../src/ports/driven/index.js";
import { aCall, anOutboundClient } from "../../support/outbound.js";
import { answering, Receiver, saying, type Behaviour } from "../../support/receiver.js";
import { until } from "../../support/waiting.js";

const HERE = "127.0.0.1";
const OK = "HTTP/1.1 200 OK";

/** Decision 9.4. */
const TOTAL_MS = 5_000;
/** For a machine that has other work; an idle one ends in time to within 0.1 s. */

const every = (ms: number, bytes: string, head: string): Behaviour => {
  return (socket) => {
    socket.write(head);
    const timer = setInterval(() => socket.write(bytes), ms);
    socket.once("close", () => clearInterval(timer));
  };
};

const endless = (head: string, chunk: string): Behaviour => {
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
const answers: Readonly<Record<string, Readonly<Record<string, Behaviour>>>> = {
  too_large: {
    "one byte more than 64 KiB": answering(200, "x".repeat(65_537)),
    "a body without end": endless(`${OK}\r\n\r\n`, tenThousand),
    "chunks without end": endless(chunked, `2710\r\n${tenThousand}\r\n`),
    "a length of a terabyte, and as much": endless(`${OK}\r\ncontent-length: 1099511627776\r\n\r\n`, tenThousand),
    "an error page without end": endless("HTTP/1.1 500 Error\r\n\r\n", tenThousand),
  },
  encoded: {
    "ten megabytes in ten kilobytes of gzip": (socket) => {
      const bomb = gzipSync(Buffer.alloc(10_000_000));
      socket.write(`${OK}\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    },
    brotli: answering(200, "x", "content-encoding: br"),
    "an encoding twice": answering(200, "x", "content-encoding: identity", "content-encoding: gzip"),
    "encodings in a row": answering(200, "x", "Content-Encoding: gzip, gzip"),
    "gzip in the transfer": saying(OK, "transfer-encoding: gzip, chunked", "", "1", "x", "0", "", ""),
  },
  broken: {
    "nothing, and ends": (socket) => socket.end(),
    "a reset": (socket) => socket.resetAndDestroy(),
    "no HTTP": saying("SSH-2.0-OpenSSH_9.9", "", ""),
    "a page without a head": saying("<html>", "", ""),
    "half a head": saying(OK, "content-type: te"),
    "less than it said": saying(OK, "content-length: 10", "", "123"),
    "half a chunk": saying(OK, "transfer-encoding: chunked", "", "a", "123"),
    "no length of a chunk": saying(OK, "transfer-encoding: chunked", "", "xyz", "123", "0", "", ""),
    "two lengths": saying(OK, "content-length: 1", "content-length: 2", "", "12"),
    "a length below nothing": saying(OK, "content-length: -1", "", ""),
    "a length and chunks": saying(OK, "content-length: 3", "transfer-encoding: chunked", "", "0", "", ""),
    "a head without end": endless(`${OK}\r\n`, `x: ${tenThousand}\r\n`),
    "headers without end": endless(`${OK}\r\n`, "x: y\r\n".repeat(1_000)),
    "another protocol": saying("HTTP/1.1 101 Switching Protocols", "upgrade: websocket", "connection: upgrade", "", ""),
    "a NUL in a header": saying(OK, "x: a\0b", "", ""),
  },
};

/** What never ends, each with more bytes to come all the time. */
const drips: Readonly<Record<string, Behaviour>> = {
  "nothing at all": () => undefined,
  "its head, a byte a second": every(1_000, "x", "HTTP/1.1 200 O"),
  "its body, a byte a second": every(1_000, "x", `${OK}\r\ncontent-length: 60000\r\n\r\n`),
  "a chunk a second": every(1_000, "1\r\nx\r\n", chunked),
  "an extension of a chunk, a byte a second": every(1_000, "x", `${chunked}1;`),
  "a header a second": every(1_000, "x: y\r\n", `${OK}\r\n`),
  "news that it goes on, each second": every(1_000, "HTTP/1.1 102 Processing\r\n\r\n", ""),
  "its trailer, a byte a second": every(1_000, "x", `${chunked}1\r\nx\r\n0\r\ny: `),
};

describe("the outbound client and hostile answers", () => {
  const receivers: Receiver[] = [];

  const calling = async (behaviour: Behaviour, body = "{}"): Promise<{ result: OutboundResult; ms: number }> => {
    const receiver = await Receiver.open(behaviour);
    receivers.push(receiver);
    const client = anOutboundClient({ allowed: [HERE] });
    const begun = performance.now();
    const result = await client.post(aCall(`http://${HERE}:${receiver.port}/hook?uid=1`, { body }));
    return { result, ms: performance.now() - begun };
  };

  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  });

  for (const [reason, behaviours] of Object.entries(answers)) {
    for (const [what, behaviour] of Object.entries(behaviours)) {
      it(`refuses ${what} as ${reason}`, async () => {
        const { result } = await calling(behaviour);
        expect(result).to.deep.equal({ kind: "refused", reason });
      });
    }
  }

  it(`ends each call after ${TOTAL_MS} ms that would go on without end, and leaves no connection`, async () => {
    const ended = await Promise.all(
      Object.entries(drips).map(async ([what, behaviour]) => ({ what, ...(await calling(behaviour)) })),
    );
    for (const { what, result, ms } of ended) {
      expect(result, what).to.deep.equal({ kind: "refused", reason: "timeout" });
      expect(ms, what).to.be.at.least(TOTAL_MS - 50);
    }
    await until(() => receivers.every(({ open }) => open === 0));
  });

  it("gives up sending to somebody who does not read", async () => {
    const { result } = await calling((socket) => socket.pause(), "x".repeat(50_000_000));
    expect(result).to.deep.equal({ kind: "refused", reason: "timeout" });
  });

  for (const protocol of ["http", "https"]) {
    it(`tells where nobody is, by ${protocol}`, async () => {
      const gone = await Receiver.open(answering(200));
      const { port } = gone;
      await gone.close();
      const client = anOutboundClient({ allowed: [HERE] });
      const result = await client.post(aCall(`${protocol}://${HERE}:${port}/`));
      expect(result).to.deep.equal({ kind: "refused", reason: "unreachable" });
    });
  }

  it("waits a second for a connection that is trusted", async () => {
    const silent = await Receiver.open(() => undefined);
    receivers.push(silent);
    const client = anOutboundClient({ allowed: [HERE] });
    const begun = performance.now();
    const result = await client.post(aCall(`https://${HERE}:${silent.port}/`));
    expect(result).to.deep.equal({ kind: "refused", reason: "connect_timeout" });
    expect(performance.now() - begun).to.be.at.least(950);
    await until(() => silent.open === 0);
  });

  it("waits a second for an address and a connection together", async () => {
    const client = anOutboundClient({
      resolve: (_name, signal) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve([]), { once: true })),
    });
    const begun = performance.now();
    const result = await client.post(aCall("http://slow.example/"));
    expect(result).to.deep.equal({ kind: "refused", reason: "connect_timeout" });
    expect(performance.now() - begun).to.be.at.least(950);
  });

  it("asks for no encoding, keeps no connection, and says who it is", async () => {
    let head = "";
    await calling((socket, said) => {
      head = said.toLowerCase();
      answering(200)(socket, said);
    });
    expect(head).to.match(/^post \/hook\?uid=1 http\/1\.1\r\n/);
    expect(head).to.include("\r\naccept-encoding: identity\r\n");
    expect(head).to.include("\r\nconnection: close\r\n");
    expect(head).to.include("\r\nuser-agent: mneme\r\n");
    expect(head).to.match(/\r\nhost: 127\.0\.0\.1:\d+\r\n/);
  });

  it("reads what is no UTF-8 as if it were", async () => {
    const { result } = await calling((socket) => {
      socket.write(`${OK}\r\ncontent-length: 3\r\n\r\n`);
      socket.end(Buffer.from([0x61, 0xff, 0x62]));
    });
    expect(result).to.deep.equal({ kind: "answered", status: 200, body: "a\ufffdb" });
  });

  it("reads an answer that says it is in no encoding", async () => {
    const { result } = await calling(answering(200, "x", "content-encoding: Identity"));
    expect(result).to.deep.equal({ kind: "answered", status: 200, body: "x" });
  });

  it("takes no second answer for one, when it comes on the same connection", async () => {
    const { result } = await calling(
      saying(OK, "content-length: 1", "", "1HTTP/1.1 500 Error", "content-length: 1", "", "2"),
    );
    expect(result).to.deep.equal({ kind: "answered", status: 200, body: "1" });
  });

  it("lets go of everything when it is closed, and calls nobody after", async () => {
    const silent = await Receiver.open(() => undefined);
    receivers.push(silent);
    const client = anOutboundClient({ allowed: [HERE] });
    const call = aCall(`http://${HERE}:${silent.port}/`, { lane: "app" });
    // More than a lane may call at once: some of them wait.
    const calls = Array.from({ length: 20 }, () => client.post(call));
    await until(() => silent.connections === 8);
    client.close();
    const results = await Promise.all([...calls, client.post(call)]);
    expect(results).to.deep.equal(results.map(() => ({ kind: "refused", reason: "closed" })));
    expect(silent.connections).to.equal(8);
  });

  it("delays no healthy lane while a hundred others drip", async () => {
    const drip = await Receiver.open(every(1_000, "x", `${OK}\r\ncontent-length: 60000\r\n\r\n`));
    const healthy = await Receiver.open(answering(200, "ok"), "127.0.0.2");
    receivers.push(drip, healthy);
    const client = anOutboundClient({ allowed: [HERE, "127.0.0.2"], resolve: () => Promise.resolve([HERE]) });
    const slow = Array.from({ length: 100 }, (_, app) =>
      Array.from({ length: 5 }, () =>
        client.post(aCall(`http://app-${app}.example:${drip.port}/`, { lane: `slow ${app}` })),
      ),
    ).flat();
    const times: number[] = [];
    for (let call = 0; call < 100; call += 1) {
      const begun = performance.now();
      const url = `http://127.0.0.2:${healthy.port}/`;
      const { kind } = await client.post(aCall(url, { lane: `healthy ${call % 10}` }));
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
