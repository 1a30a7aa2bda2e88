import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import * as fc from "fast-check";
import { HttpError, toHttpErrorResponse } from "../../../src/adapters/http/kernel/errors.js";
import { parseJson, parseJsonBody, readBody } from "../../../src/adapters/http/kernel/json-body.js";
import { readFixture } from "../../support/request-vectors.js";

const refusal = (bytes: Uint8Array): HttpError => {
  try {
    parseJson(bytes);
  } catch (error) {
    return error as HttpError;
  }
  throw new Error("read without complaint");
};
const jsonInvalid = (offset: number): unknown => [
  { loc: ["body", offset], msg: "JSON decode error", type: "json_invalid" },
];
const nested = (depth: number): Buffer => Buffer.from("[".repeat(depth) + "]".repeat(depth));

describe("parseJson", () => {
  it("reports the error offset of the reference parser for invalid JSON", () => {
    for (const { text, offset } of readFixture("json-offsets.jsonl") as { text: string; offset: number }[]) {
      const { status, detail } = refusal(Buffer.from(text));
      expect({ status, detail }, text).to.deep.equal({ status: 422, detail: jsonInvalid(offset) });
    }
  });

  it("returns the same value as JSON.parse", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(parseJson(Buffer.from(JSON.stringify(value)))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("returns a value or throws an HttpError for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        try {
          parseJson(bytes);
        } catch (error) {
          expect(error).to.be.instanceOf(HttpError);
        }
      }),
    );
  });

  it("accepts 32 levels of nesting and rejects more", () => {
    expect(parseJson(nested(32))).to.be.an("array");
    expect(parseJson(Buffer.from(JSON.stringify(["[[[[".repeat(20), '"[{\\'])))).to.be.an("array");
    expect(refusal(nested(33)).status).to.equal(400);
    expect(refusal(Buffer.from('{"a":'.repeat(500_000))).status).to.equal(400);
  });

  it("rejects invalid UTF-8", () => {
    expect(refusal(Buffer.from([0x22, 0xff, 0x22]))).to.include({
      status: 400,
      detail: "There was an error parsing the body",
    });
    expect(refusal(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).status).to.equal(400);
  });

  it("accepts a byte order mark and excludes it from offsets", () => {
    expect(parseJson(Buffer.from("\ufeff{}"))).to.deep.equal({});
    expect(refusal(Buffer.from("\ufeff[1,]")).detail).to.deep.equal(jsonInvalid(3));
  });

  it("treats special property names such as __proto__ as plain names", () => {
    const value = parseJson(Buffer.from('{"__proto__":{"x":1},"a":1,"a":2}')) as object;
    expect(Object.keys(value)).to.deep.equal(["__proto__", "a"]);
    expect(value).to.have.property("a", 2);
  });
});

describe("readBody and parseJsonBody", () => {
  const maxBytes = 1_000;
  let server: Server;

  before((done) => {
    server = createServer((incoming, response) => {
      readBody(incoming, { maxBytes }).then(
        (body) => response.end(JSON.stringify({ value: parseJsonBody(body) })),
        (error: unknown) => {
          response.statusCode = toHttpErrorResponse(error)?.status ?? 500;
          response.end();
        },
      );
    }).listen(0, "127.0.0.1", done);
  });
  after((done) => {
    server.close(done);
    server.closeAllConnections();
  });

  /** Sends `chunks` on a connection of its own and answers status and body. */
  const send = (headers: Record<string, string | number>, ...chunks: string[]): Promise<[number | undefined, string]> =>
    new Promise((resolve, reject) => {
      const { port } = server.address() as AddressInfo;
      const outgoing = request({ port, method: "POST", headers, agent: false }, (response) => {
        let text = "";
        response
          .setEncoding("utf8")
          .on("data", (part: string) => (text += part))
          .on("end", () => resolve([response.statusCode, text]));
      }).on("error", reject);
      for (const chunk of chunks) outgoing.write(chunk);
      outgoing.end();
    });

  it("reads a body that arrives in several chunks", async () => {
    expect(await send({}, '{"a":', "1}")).to.deep.equal([200, '{"value":{"a":1}}']);
    expect(await send({ "content-encoding": "identity", "content-type": "text/plain" }, "[]")).to.deep.equal([
      200,
      '{"value":[]}',
    ]);
  });

  it("returns undefined for an empty body", async () => {
    expect(await send({ "content-type": "application/json" })).to.deep.equal([200, "{}"]);
  });

  it("accepts a body of exactly the size limit", async () => {
    expect((await send({}, `"${"a".repeat(maxBytes - 2)}"`))[0]).to.equal(200);
    expect((await send({}, `"${"a".repeat(maxBytes - 1)}"`))[0]).to.equal(413);
  });

  it("rejects a larger body with 413, with or without Content-Length, and delivers the response", async () => {
    const large = "a".repeat(200_000);
    expect((await send({ "content-length": 5 * large.length }, large, large, large, large, large))[0]).to.equal(413);
    expect((await send({}, large, large, large, large, large))[0]).to.equal(413);
  });

  it("rejects a content encoding with 415", async () => {
    expect((await send({ "content-encoding": "gzip" }, "x"))[0]).to.equal(415);
  });

  it("keeps serving other requests after an aborted body", async () => {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ port, method: "POST", headers: { "content-length": 100 } });
    const gone = new Promise((resolve) => outgoing.on("error", resolve));
    outgoing.write("{", () => outgoing.destroy(new Error("gone")));
    await gone;
    expect((await send({}, "1"))[0]).to.equal(200);
  });
});
