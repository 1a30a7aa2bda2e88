import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import * as fc from "fast-check";
import { HttpError, refusalOf } from "../../../src/adapters/http/errors.js";
import { parseJson, readJsonBody } from "../../../src/adapters/http/json-body.js";
import { fixture } from "../../support/vectors.js";

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

describe("a JSON text", () => {
  it("that is none is refused where the reference stops", () => {
    for (const { text, offset } of fixture("json-offsets.jsonl") as { text: string; offset: number }[]) {
      const { status, detail } = refusal(Buffer.from(text));
      expect({ status, detail }, text).to.deep.equal({ status: 422, detail: jsonInvalid(offset) });
    }
  });

  it("is read as it was written", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(parseJson(Buffer.from(JSON.stringify(value)))).to.deep.equal(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("is read or refused, whatever it is", () => {
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

  it("may be nested 32 deep and no deeper", () => {
    expect(parseJson(nested(32))).to.be.an("array");
    expect(parseJson(Buffer.from(JSON.stringify(["[[[[".repeat(20), '"[{\\'])))).to.be.an("array");
    expect(refusal(nested(33)).status).to.equal(400);
    expect(refusal(Buffer.from('{"a":'.repeat(500_000))).status).to.equal(400);
  });

  it("that is no UTF-8 is refused", () => {
    expect(refusal(Buffer.from([0x22, 0xff, 0x22]))).to.include({
      status: 400,
      detail: "There was an error parsing the body",
    });
    expect(refusal(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])).status).to.equal(400);
  });

  it("may begin with a byte order mark, which counts for no offset", () => {
    expect(parseJson(Buffer.from("\ufeff{}"))).to.deep.equal({});
    expect(refusal(Buffer.from("\ufeff[1,]")).detail).to.deep.equal(jsonInvalid(3));
  });

  it("keeps names that mean something elsewhere as plain names", () => {
    const value = parseJson(Buffer.from('{"__proto__":{"x":1},"a":1,"a":2}')) as object;
    expect(Object.keys(value)).to.deep.equal(["__proto__", "a"]);
    expect(value).to.have.property("a", 2);
  });
});

describe("a request's body", () => {
  const maxBytes = 1_000;
  let server: Server;

  before((done) => {
    server = createServer((incoming, response) => {
      readJsonBody(incoming, { maxBytes }).then(
        (value) => response.end(JSON.stringify({ value })),
        (error: unknown) => {
          response.statusCode = refusalOf(error)?.status ?? 500;
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

  it("is read whole, in whatever pieces it comes", async () => {
    expect(await send({}, '{"a":', "1}")).to.deep.equal([200, '{"value":{"a":1}}']);
    expect(await send({ "content-encoding": "identity", "content-type": "text/plain" }, "[]")).to.deep.equal([
      200,
      '{"value":[]}',
    ]);
  });

  it("that is empty is absent", async () => {
    expect(await send({ "content-type": "application/json" })).to.deep.equal([200, "{}"]);
  });

  it("may weigh exactly its cap", async () => {
    expect((await send({}, `"${"a".repeat(maxBytes - 2)}"`))[0]).to.equal(200);
    expect((await send({}, `"${"a".repeat(maxBytes - 1)}"`))[0]).to.equal(413);
  });

  it("over its cap is refused, announced or not, and the answer arrives", async () => {
    const large = "a".repeat(200_000);
    expect((await send({ "content-length": 5 * large.length }, large, large, large, large, large))[0]).to.equal(413);
    expect((await send({}, large, large, large, large, large))[0]).to.equal(413);
  });

  it("in an encoding is refused", async () => {
    expect((await send({ "content-encoding": "gzip" }, "x"))[0]).to.equal(415);
  });

  it("that breaks off harms nobody", async () => {
    const { port } = server.address() as AddressInfo;
    const outgoing = request({ port, method: "POST", headers: { "content-length": 100 } });
    const gone = new Promise((resolve) => outgoing.on("error", resolve));
    outgoing.write("{", () => outgoing.destroy(new Error("gone")));
    await gone;
    expect((await send({}, "1"))[0]).to.equal(200);
  });
});
