import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { Answered, Client } from "../../support/client.js";
import { collection, planning } from "../../support/conversations.js";
import { DeclaredAnswers } from "../../support/declared-answers.js";
import { startService, type TestService } from "../../support/service.js";
import { lastAnswerIn } from "../../support/wire.js";
import { until } from "../../support/waiting.js";

const path = `${collection}/from-segments`;

describe("bad input over HTTP", () => {
  let service: TestService;
  let client: Client;

  before(async () => {
    service = await startService();
    client = await service.keyed("user");
  });
  after(() => service.close());
  afterEach(async () => {
    expect(
      (await client.get(`${collection}?total=true`)).headers.get("x-total-count"),
      "something was written",
    ).to.equal("0");
  });

  const detail = async (body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<[number, unknown]> => {
    const answered = await client.send("POST", path, body, headers);
    return [answered.status, (answered.body as { detail: unknown }).detail];
  };
  const types = (found: unknown): unknown[] => (found as { type: string }[]).map(({ type }) => type);

  const declared = (): DeclaredAnswers => DeclaredAnswers.of(service.document);
  /** Holds the answer to a request that the client does not send against the document too. */
  const checked = async (method: string, target: string, response: Response): Promise<Answered> => {
    const { status, headers } = response;
    const answered = { status, headers, body: await response.json() };
    declared().check(method, target, answered);
    return answered;
  };

  it("answers a nesting that is too deep", async () => {
    const [status] = await detail(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`);
    expect(status).to.be.oneOf([400, 422]);
    expect((await detail("[".repeat(100_000)))[0]).to.be.oneOf([400, 422]);
  });

  it("answers a lone surrogate", async () => {
    const [status, found] = await detail('{"transcript_segments": [{"text": "\\ud800", "start": 0, "end": 1}]}');
    expect(status).to.equal(422);
    expect(types(found)).to.deep.equal(["string_unicode"]);
  });

  it("answers bytes that are no text", async () => {
    expect((await detail(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22])))[0]).to.be.oneOf([400, 422]);
  });

  it("is not fooled by names that objects inherit", async () => {
    const [status, found] = await detail('{"__proto__": {"transcript_segments": []}, "constructor": {"prototype": 1}}');
    expect(status).to.equal(422);
    expect(found).to.deep.equal([{ loc: ["body", "transcript_segments"], msg: "Field required", type: "missing" }]);
  });

  it("answers a list of 10,000 segments without reading them", async () => {
    const [status, found] = await detail(JSON.stringify({ transcript_segments: new Array(10_000).fill(0) }));
    expect(status).to.equal(422);
    expect(types(found)).to.deep.equal(["too_long"]);
  });

  it("reports a hundred faults at most", async () => {
    const [status, found] = await detail(JSON.stringify({ transcript_segments: new Array(300).fill({}) }));
    expect(status).to.equal(422);
    expect(found).to.have.length(100);
  });

  it("answers a body over the cap, told or untold", async () => {
    const body = JSON.stringify({ ...planning, padding: "x".repeat(2 * 1024 * 1024) });
    expect((await detail(body))[0]).to.equal(413);
    const chunked = await fetch(service.url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${client.credential}` },
      body: new Blob([body]).stream(),
      duplex: "half",
    });
    expect(chunked.status).to.equal(413);
    await checked("POST", path, chunked);
  });

  it("answers an encoding that it does not read", async () => {
    expect((await detail("abc", { "Content-Encoding": "gzip" }))[0]).to.equal(415);
  });

  it("answers numbers that are none", async () => {
    const [status, found] = await detail('{"transcript_segments": [{"text": "a", "start": "nan", "end": 1e400}]}');
    expect(status).to.equal(422);
    expect(types(found)).to.deep.equal(["finite_number", "finite_number"]);
    expect((await detail('{"transcript_segments": NaN}'))[0]).to.equal(422);
  });

  it("takes a query of 40 KiB, and answers one that is no HTTP any more", async () => {
    expect((await client.get(`${collection}?ignored=${"x".repeat(40 * 1024)}`)).status).to.equal(200);
    const tooLong = await fetch(`${service.url}/healthz?${"x".repeat(70 * 1024)}`);
    const { status, body } = await checked("GET", "/healthz", tooLong);
    expect([status, body]).to.deep.equal([431, { detail: "Request Header Fields Too Large" }]);
  });

  it("decides on the credential before it reads the body", async () => {
    const answered = await service.as("unknown").send("POST", path, "{".repeat(3 * 1024 * 1024));
    expect(answered.status).to.equal(401);
  });

  it("names unknown paths, and the methods that a path has", async () => {
    expect(await client.get("/v1/dev/user/nothing")).to.deep.include({ status: 404, body: { detail: "Not Found" } });
    const answered = await client.send("PUT", collection, "{}");
    expect(answered).to.deep.include({ status: 405, body: { detail: "Method Not Allowed" } });
    expect(answered.headers.get("allow")?.split(", ")).to.include.members(["GET", "POST"]);
  });

  it("takes a path at its letters", async () => {
    expect((await client.get("/V1/dev/user/folders")).status).to.equal(404);
  });

  it("has no other answer to OPTIONS than to any unknown method", async () => {
    expect(await client.send("OPTIONS", collection)).to.deep.include({
      status: 405,
      body: { detail: "Method Not Allowed" },
    });
  });

  it("names every response, also one that fails", async () => {
    for (const target of [collection, "/nothing", "/healthz"]) {
      expect((await service.as().get(target)).headers.get("x-request-id")).to.match(/^[0-9a-f-]{36}$/);
    }
  });

  /** What comes back for bytes as they are, up to the end of the connection, or to two seconds after its beginning. */
  const raw = async (...parts: string[]): Promise<string> => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let received = "";
    socket.on("data", (bytes) => (received += bytes.toString()));
    await once(socket, "connect");
    for (const part of parts) {
      socket.write(part);
      await sleep(50);
    }
    socket.end();
    await until(() => received !== "" || socket.closed);
    await until(() => socket.closed, 2_000).catch(() => undefined);
    socket.destroy();
    return received;
  };
  const head = (length: number): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.credential}\r\nContent-Length: ${length}\r\n\r\n`;

  it("answers what is no proper HTTP in the usual shape, named like every response", async () => {
    for (const request of ["nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n"]) {
      const answered = await raw(request);
      expect(answered, request).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answered, request).to.match(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
      expect(answered, request).to.match(/\{"detail":"[^"]+"\}$/);
    }
  });

  it("asks for no body whose sender is refused", async () => {
    const ask = async (credential: string): Promise<string> => {
      const received = await raw(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${credential}\r\n` +
          "Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n",
        "{}",
      );
      declared().check("POST", path, lastAnswerIn(received));
      return received;
    };
    expect(await ask("unknown")).to.match(/^HTTP\/1\.1 401 /);
    expect(await ask(client.credential ?? "")).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
  });

  it("links to nowhere else, whatever the Host header says", async () => {
    await service.keyed("linked");
    const answered = await raw(
      `GET ${collection} HTTP/1.1\r\nHost: a>b\r\nAuthorization: Bearer ${client.credential}\r\nConnection: close\r\n\r\n`,
    );
    expect(answered).to.match(/^HTTP\/1\.1 200 /);
    expect(answered).not.to.match(/a>b/);
    declared().check("GET", collection, lastAnswerIn(answered));
  });

  it("writes nothing of a body that is cut off in the middle", async () => {
    const body = JSON.stringify(planning);
    expect(await raw(head(body.length), body.slice(0, 100))).not.to.match(/HTTP\/1\.1 [25]/);
  });

  it("takes a Content-Length at its word: what follows would be another request, and is none", async () => {
    const answered = await raw(head(10), JSON.stringify(planning));
    expect(answered).to.match(/HTTP\/1\.1 4\d\d /);
    expect(answered).not.to.match(/HTTP\/1\.1 [25]/);
  });
});
