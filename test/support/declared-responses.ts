import { STATUS_CODES } from "node:http";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { ClientResponse } from "./api-client.js";
import {
  OpenApiDocument,
  type DeclaredHeader,
  type DeclaredResponse,
  type JsonSchema,
  type Operation,
} from "./openapi-document.js";

const responsesByDocument = new WeakMap<object, DeclaredResponses>();
/** By document text: each server sends its own copy, and compiling its schemas is as slow as hundreds of requests. */
const responsesByText = new Map<string, DeclaredResponses>();

/** The document itself and the page that shows it: these are not JSON responses of the API. */
const OUTSIDE_API_PATTERN = /^\/(openapi\.json|docs(\/[^?]*)?)(\?|$)/;
/** Statuses for a request that is not HTTP or arrives too slowly, before routing: the body is only the reason. */
const PRE_ROUTING_STATUSES: ReadonlySet<number> = new Set([400, 408, 431]);
const JSON_TYPE = "application/json";

/** The responses that an OpenAPI document declares. */
export class DeclaredResponses {
  readonly document: OpenApiDocument;
  private readonly ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, coerceTypes: false }));
  private readonly headers: Readonly<Record<string, DeclaredHeader>>;

  private constructor(document: object) {
    this.document = new OpenApiDocument(document);
    this.headers = this.document.document.components?.headers ?? {};
    this.ajv.addSchema(this.document.document, "document");
  }

  static forDocument(document: object): DeclaredResponses {
    const cached = responsesByDocument.get(document) ?? DeclaredResponses.forText(JSON.stringify(document));
    responsesByDocument.set(document, cached);
    return cached;
  }

  private static forText(text: string): DeclaredResponses {
    const cached = responsesByText.get(text) ?? new DeclaredResponses(JSON.parse(text) as object);
    responsesByText.set(text, cached);
    return cached;
  }

  /**
   * @throws Error if the operation does not declare the status, content type, shape or headers of the response. If the
   * document has no such operation, only an error of the usual shape is allowed.
   */
  check(method: string, target: string, response: ClientResponse): void {
    if (OUTSIDE_API_PATTERN.test(target)) return;
    const fault = this.findFault(method, target, response);
    if (fault !== undefined) throw new Error(`${method} ${target.slice(0, 200)} answered ${response.status}, ${fault}`);
  }

  private findFault(method: string, target: string, response: ClientResponse): string | undefined {
    if (!response.headers.has("X-Request-Id")) return "which is not named: it has no X-Request-Id";
    const match = this.document.matchRoute(method, target);
    if (isPreRoutingError(method, response)) return this.findErrorFault(method, response);
    if (!match?.operation) return this.findUnroutedFault(method, match?.path, response);
    const { operation } = match;
    const declaredResponse = operation.responses[String(response.status)];
    if (!declaredResponse) return "which it does not declare";
    return (
      this.findHeadersFault(declaredResponse, response) ??
      this.findBodyFault(method, operation, declaredResponse, response)
    );
  }

  /** Checks the response for an unknown path or an unsupported method. */
  private findUnroutedFault(method: string, path: string | undefined, response: ClientResponse): string | undefined {
    const { status, headers } = response;
    const expected = path === undefined ? 404 : 405;
    if (status !== expected) return `where the document has nothing: it should be ${expected}`;
    if (status === 405 && !headers.get("Allow")) return "and does not say what is allowed";
    return this.findErrorFault(method, response);
  }

  private findErrorFault(method: string, { headers, body }: ClientResponse): string | undefined {
    if (method === "HEAD") return findHeadFault(body);
    return (
      this.findContentTypeFault(headers) ?? this.findSchemaFault("document#/components/schemas/ErrorResponse", body)
    );
  }

  private findBodyFault(
    method: string,
    operation: Operation,
    response: DeclaredResponse,
    { status, headers, body }: ClientResponse,
  ): string | undefined {
    if (method === "HEAD") return findHeadFault(body);
    if (!response.content) return body === undefined ? undefined : "with a body, and declares none";
    const [type = JSON_TYPE] = Object.keys(response.content);
    const pointer = ["paths", operation.path, operation.method.toLowerCase(), "responses", String(status)];
    const schema = [...pointer, "content", type, "schema"].map(escapePointerPart).join("/");
    return this.findContentTypeFault(headers, type) ?? this.findSchemaFault(`document#/${schema}`, body);
  }

  private findContentTypeFault(headers: Headers, declared = JSON_TYPE): string | undefined {
    const type = headers.get("Content-Type");
    return type?.split(";", 1)[0] === declared ? undefined : `as ${type}, and not as ${declared}`;
  }

  private findSchemaFault(schema: string, body: unknown): string | undefined {
    const validate = this.ajv.getSchema(schema);
    if (!validate) return `for which there is no schema at ${schema}`;
    return validate(body) ? undefined : `which does not fit: ${this.ajv.errorsText(validate.errors)}`;
  }

  /** Checks that required headers are present, that present headers are declared, and that all values are valid. */
  private findHeadersFault(
    { headers: declared = {} }: DeclaredResponse,
    { headers }: ClientResponse,
  ): string | undefined {
    for (const [name, { schema, required }] of Object.entries(this.headers)) {
      const value = headers.get(name);
      const isDeclared = name in declared;
      if (value === null) {
        if (isDeclared && required) return `without ${name}`;
      } else if (!isDeclared) {
        return `with ${name}, which is not declared for it`;
      } else if (!matchesHeaderType(schema, value)) {
        return `with ${name}: ${value}, which does not fit`;
      }
    }
    const unknown = Object.keys(declared).find((name) => !(name in this.headers));
    return unknown === undefined ? undefined : `whose header ${unknown} the document does not describe`;
  }
}

function findHeadFault(body: unknown): string | undefined {
  return body === undefined ? undefined : "with a body, to a HEAD";
}

function isPreRoutingError(method: string, { status, body }: ClientResponse): boolean {
  if (!PRE_ROUTING_STATUSES.has(status)) return false;
  return method === "HEAD" || (body as { readonly detail?: unknown } | undefined)?.detail === STATUS_CODES[status];
}

/** A header is a string: it matches a number's schema if it is a written number. */
function matchesHeaderType({ type }: JsonSchema, value: string): boolean {
  return type === "integer" ? /^-?\d+$/.test(value) : value !== "";
}

/** Escapes a part of a JSON pointer (RFC 6901) and percent-encodes it for a URI fragment. */
function escapePointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
