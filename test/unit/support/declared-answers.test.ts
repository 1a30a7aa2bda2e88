import { expect } from "chai";
import { DeclaredResponses } from "../../support/declared-responses.js";

const schema = { type: "object", properties: { detail: { type: "string" } }, required: ["detail"] };
const reference = (name: string) => ({ [name]: { $ref: `#/components/headers/${name}` } });
const json = { "application/json": { schema } };

const document = {
  paths: {
    "/things": {
      get: {
        responses: {
          200: {
            headers: { ...reference("X-Request-Id"), ...reference("X-Total-Count") },
            content: { "application/json": { schema: { type: "array" } } },
          },
          401: { headers: { ...reference("X-Request-Id"), ...reference("WWW-Authenticate") }, content: json },
        },
      },
    },
    "/things/{thing_id}": { delete: { responses: { 204: { headers: reference("X-Request-Id") } } } },
  },
  components: {
    headers: {
      "X-Request-Id": { required: true, schema: { type: "string" } },
      "WWW-Authenticate": { required: true, schema: { type: "string" } },
      "X-Total-Count": { schema: { type: "integer" } },
    },
    schemas: { ErrorResponse: schema },
  },
};

const declared = DeclaredResponses.forDocument(document);
const usual = { "Content-Type": "application/json; charset=utf-8", "X-Request-Id": "1" };

interface Given {
  readonly request?: readonly [method: string, target: string];
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is said against an answer; undefined when it may be given. */
function verdict({ request = ["GET", "/things"], status = 200, headers = {}, ...given }: Given): string | undefined {
  const body = "body" in given ? given.body : [];
  try {
    declared.check(...request, { status, body, headers: new Headers({ ...usual, ...headers }) });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const refusal = { body: { detail: "No" } };

describe("The check of responses against the OpenAPI document", () => {
  it("accepts a declared response", () => {
    expect(verdict({})).to.equal(undefined);
    expect(verdict({ request: ["GET", "/things/?limit=1"], headers: { "X-Total-Count": "12" } })).to.equal(undefined);
    expect(verdict({ request: ["HEAD", "/things"], body: undefined })).to.equal(undefined);
    expect(verdict({ request: ["DELETE", "/things/%2F"], status: 204, body: undefined })).to.equal(undefined);
    expect(verdict({ ...refusal, status: 401, headers: { "WWW-Authenticate": "Bearer" } })).to.equal(undefined);
  });

  it("rejects an undeclared status", () => {
    expect(verdict({ status: 418 })).to.match(/does not declare/);
    expect(verdict({ ...refusal, status: 404 })).to.match(/does not declare/);
    expect(verdict({ ...refusal, status: 400 })).to.match(/does not declare/);
  });

  it("rejects a body that does not match the schema", () => {
    expect(verdict({ body: {} })).to.match(/does not fit/);
    expect(verdict({ body: undefined })).to.match(/does not fit/);
    expect(verdict({ request: ["DELETE", "/things/1"], status: 204 })).to.match(/with a body, and declares none/);
    expect(verdict({ request: ["HEAD", "/things"] })).to.match(/with a body, to a HEAD/);
  });

  it("rejects another content type", () => {
    expect(verdict({ headers: { "Content-Type": "text/html" } })).to.match(/not as application\/json/);
  });

  it("rejects a missing, undeclared or invalid header", () => {
    expect(verdict({ ...refusal, status: 401 })).to.match(/without WWW-Authenticate/);
    expect(verdict({ headers: { "WWW-Authenticate": "Bearer" } })).to.match(/WWW-Authenticate, which is not declared/);
    expect(verdict({ headers: { "X-Total-Count": "many" } })).to.match(/X-Total-Count: many, which does not fit/);
  });

  it("rejects a response without X-Request-Id on any path", () => {
    const headers = new Headers({ "Content-Type": "application/json" });
    for (const target of ["/things", "/nothing"]) {
      expect(() => declared.check("GET", target, { status: 200, body: [], headers })).to.throw("no X-Request-Id");
    }
  });

  it("requires a standard error response for undeclared paths and methods", () => {
    const nowhere = ["GET", "/nothing"] as const;
    expect(verdict({ ...refusal, request: nowhere, status: 404 })).to.equal(undefined);
    expect(verdict({ request: nowhere })).to.match(/it should be 404/);
    expect(verdict({ request: nowhere, status: 404, body: "No" })).to.match(/does not fit/);
    const unknownMethod = ["PUT", "/things"] as const;
    const allow = { headers: { Allow: "GET" } };
    expect(verdict({ ...refusal, ...allow, request: unknownMethod, status: 405 })).to.equal(undefined);
    expect(verdict({ ...refusal, request: unknownMethod, status: 405 })).to.match(/what is allowed/);
    expect(verdict({ ...refusal, request: unknownMethod, status: 404 })).to.match(/it should be 405/);
  });

  it("accepts a standard error response to malformed HTTP", () => {
    const tooLong = { detail: "Request Header Fields Too Large" };
    expect(verdict({ status: 431, body: tooLong })).to.equal(undefined);
    expect(verdict({ status: 400, body: { detail: "Bad Request" } })).to.equal(undefined);
    expect(verdict({ status: 431, body: tooLong, headers: { "Content-Type": "text/plain" } })).to.match(/not as/);
  });
});
