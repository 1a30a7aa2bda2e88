import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH, planningConversation } from "../../support/conversation-requests.js";
import { DeclaredResponses } from "../../support/declared-responses.js";
import { startService, type TestService } from "../../support/service.js";
import { parseLastResponse } from "../../support/wire-request.js";
import { waitUntil } from "../../support/eventually.js";

const path = `${CONVERSATIONS_PATH}/from-segments`;

describe("invalid requests over HTTP", () => {
  let service: TestService;
  let client: ApiClient;

  before(async () => {
    service = await startService();
    client = await service.clientWithKey("user");
  });
  after(() => service.close());
  afterEach(async () => {
    expect(
      (await client.get(`${CONVERSATIONS_PATH}?total=true`)).headers.get("x-total-count"),
      "something was written",
    ).to.equal("0");
  });

  const detail = async (body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<[number, unknown]> => {
    const answered = await client.send("POST", path, body, headers);
    return [answered.status, (answered.body as { detail: unknown }).detail];
  };
  const types = (found: unknown): unknown[] => (found as { type: string }[]).map(({ type }) => type);

  const declared = (): DeclaredResponses => DeclaredResponses.forDocument(service.document);
  /** Holds the answer to a request that the client does not send against the document too. */
  const checked = async (method: string, target: string, response: Response): Promise<ClientResponse> => {
    const { status, headers } = response;
    const answered = { status, headers, body: await response.json() };
    declared().check(method, target, answered);
    return answered;
  };

  it("rejects JSON that is nested too deeply", async () => {
    const [status] = await detail(`${'{"a":'.repeat(500)}1${"}".repeat(500)}`);
    expect(status).to.be.oneOf([400, 422]);
    expect((await detail("[".repeat(100_000)))[0]).to.be.oneOf([400, 422]);
  });

  it("rejects a lone surrogate", async () => {
    const [status, found] = await detail('{"transcript_segments": [{"text": "\\ud800", "start": 0, "end": 1}]}');
    expect(status).to.equal(422);
    expect(types(found)).to.deep.equal(["string_unicode"]);
  });

  it("rejects a body that is not valid UTF-8", async () => {
    expect((await detail(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22])))[0]).to.be.oneOf([400, 422]);
  });

  it("ignores __proto__ and constructor properties in a body", async () => {
    const [status, found] = await detail('{"__proto__": {"transcript_segments": []}, "constructor": {"prototype": 1}}');
    expect(status).to.equal(422);
    expect(found).to.deep.equal([{ loc: ["body", "transcript_segments"], msg: "Field required", type: "missing" }]);
  });

  it("rejects a list of 10,000 segments without validating each", async () => {
    const [status, found] = await detail(JSON.stringify({ transcript_segments: new Array(10_000).fill(0) }));
    expect(status).to.equal(422);
    expect(types(found)).to.deep.equal(["too_long"]);
  });

  it("reports at most 100 violations", async () => {
    const [status, found] = await detail(JSON.stringify({ transcript_segments: new Array(300).fill({}) }));
    expect(status).to.equal(422);
    expect(found).to.have.length(100);
  });

  it("returns 413 for a body over the size limit, with or without Content-Length", async () => {
    const body = JSON.stringify({ ...planningConversation, padding: "x".repeat(2 * 1024 * 1024) });
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

  it("returns 415 for an unsupported Content-Encoding", async () => {
    expect((await detail("abc", { "Content-Encoding": "gzip" }))[0]).to.equal(415);
  });

  it("rejects numbers that are not finite", async () => {
    const [status, found] = await detail('{"transcript_segments": [{"text": "a", "start": "nan", "end": 1e400}]}');
    expect(status).to.equal(422);
    expect(types(found)).to.deep.equal(["finite_number", "finite_number"]);
    expect((await detail('{"transcript_segments": NaN}'))[0]).to.equal(422);
  });

  it("accepts a query of 40 KiB and returns 431 for one of 70 KiB", async () => {
    expect((await client.get(`${CONVERSATIONS_PATH}?ignored=${"x".repeat(40 * 1024)}`)).status).to.equal(200);
    const tooLong = await fetch(`${service.url}/healthz?${"x".repeat(70 * 1024)}`);
    const { status, body } = await checked("GET", "/healthz", tooLong);
    expect([status, body]).to.deep.equal([431, { detail: "Request Header Fields Too Large" }]);
  });

  it("checks the credential before it reads the body", async () => {
    const answered = await service.clientFor("unknown").send("POST", path, "{".repeat(3 * 1024 * 1024));
    expect(answered.status).to.equal(401);
  });

  it("returns 404 for unknown paths and 405 with Allow for unknown methods", async () => {
    expect(await client.get("/v1/dev/user/nothing")).to.deep.include({ status: 404, body: { detail: "Not Found" } });
    const answered = await client.send("PUT", CONVERSATIONS_PATH, "{}");
    expect(answered).to.deep.include({ status: 405, body: { detail: "Method Not Allowed" } });
    expect(answered.headers.get("allow")?.split(", ")).to.include.members(["GET", "POST"]);
  });

  it("matches paths case-sensitively", async () => {
    expect((await client.get("/V1/dev/user/folders")).status).to.equal(404);
  });

  it("returns 405 for OPTIONS", async () => {
    expect(await client.send("OPTIONS", CONVERSATIONS_PATH)).to.deep.include({
      status: 405,
      body: { detail: "Method Not Allowed" },
    });
  });

  it("sends X-Request-Id with every response, including errors", async () => {
    for (const target of [CONVERSATIONS_PATH, "/nothing", "/healthz"]) {
      expect((await service.clientFor().get(target)).headers.get("x-request-id")).to.match(/^[0-9a-f-]{36}$/);
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
    await waitUntil(() => received !== "" || socket.closed);
    await waitUntil(() => socket.closed, 2_000).catch(() => undefined);
    socket.destroy();
    return received;
  };
  const head = (length: number): string =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.credential}\r\nContent-Length: ${length}\r\n\r\n`;

  it("responds to malformed HTTP with a JSON error and a request ID", async () => {
    for (const request of ["nonsense\r\n\r\n", "GET / HTTP/1.1\r\n\r\n", "FOO / HTTP/1.1\r\nHost: x\r\n\r\n"]) {
      const answered = await raw(request);
      expect(answered, request).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answered, request).to.match(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/);
      expect(answered, request).to.match(/\{"detail":"[^"]+"\}$/);
    }
  });

  it("sends 100 Continue only after the credential is accepted", async () => {
    const ask = async (credential: string): Promise<string> => {
      const received = await raw(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${credential}\r\n` +
          "Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n",
        "{}",
      );
      declared().check("POST", path, parseLastResponse(received));
      return received;
    };
    expect(await ask("unknown")).to.match(/^HTTP\/1\.1 401 /);
    expect(await ask(client.credential ?? "")).to.match(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 422 /);
  });

  it("does not reflect an invalid Host header in links", async () => {
    await service.clientWithKey("linked");
    const answered = await raw(
      `GET ${CONVERSATIONS_PATH} HTTP/1.1\r\nHost: a>b\r\nAuthorization: Bearer ${client.credential}\r\nConnection: close\r\n\r\n`,
    );
    expect(answered).to.match(/^HTTP\/1\.1 200 /);
    expect(answered).not.to.match(/a>b/);
    declared().check("GET", CONVERSATIONS_PATH, parseLastResponse(answered));
  });

  it("stores nothing from a truncated body", async () => {
    const body = JSON.stringify(planningConversation);
    expect(await raw(head(body.length), body.slice(0, 100))).not.to.match(/HTTP\/1\.1 [25]/);
  });

  it("does not process bytes beyond Content-Length as another request", async () => {
    const answered = await raw(head(10), JSON.stringify(planningConversation));
    expect(answered).to.match(/HTTP\/1\.1 4\d\d /);
    expect(answered).not.to.match(/HTTP\/1\.1 [25]/);
  });
});
