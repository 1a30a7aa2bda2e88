import { STATUS_CODES } from "node:http";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answered } from "./client.js";
import {
  OpenApiDocument,
  type DeclaredHeader,
  type DeclaredResponse,
  type JsonSchema,
  type Operation,
} from "./openapi-document.js";

const documents = new WeakMap<object, DeclaredAnswers>();
/** By the document's text: each server sends it anew, and reading it as schemas takes as long as some hundred requests. */
const alike = new Map<string, DeclaredAnswers>();

/** The document itself and the page that shows it: not JSON answers of the API. */
const besideTheApi = /^\/(openapi\.json|docs(\/[^?]*)?)(\?|$)/;
/** What is answered to a request that is no HTTP or came too slowly, before there is a route: with the bare reason. */
const beforeRoutes: ReadonlySet<number> = new Set([400, 408, 431]);
const JSON_TYPE = "application/json";

/** What an OpenAPI document says that may be answered. */
export class DeclaredAnswers {
  readonly document: OpenApiDocument;
  private readonly ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, coerceTypes: false }));
  private readonly headers: Readonly<Record<string, DeclaredHeader>>;

  private constructor(document: object) {
    this.document = new OpenApiDocument(document);
    this.headers = this.document.document.components?.headers ?? {};
    this.ajv.addSchema(this.document.document, "document");
  }

  static of(document: object): DeclaredAnswers {
    const known = documents.get(document) ?? DeclaredAnswers.ofText(JSON.stringify(document));
    documents.set(document, known);
    return known;
  }

  private static ofText(text: string): DeclaredAnswers {
    const known = alike.get(text) ?? new DeclaredAnswers(JSON.parse(text) as object);
    alike.set(text, known);
    return known;
  }

  /**
   * @throws Error when the operation does not declare this answer: its status, content type, shape, or headers. Where
   * the document has no operation, nothing but a refusal in the usual shape will do.
   */
  check(method: string, target: string, answered: Answered): void {
    if (besideTheApi.test(target)) return;
    const wrong = this.fault(method, target, answered);
    if (wrong !== undefined) throw new Error(`${method} ${target.slice(0, 200)} answered ${answered.status}, ${wrong}`);
  }

  private fault(method: string, target: string, answered: Answered): string | undefined {
    if (!answered.headers.has("X-Request-Id")) return "which is not named: it has no X-Request-Id";
    const place = this.document.placeOf(method, target);
    if (isBeforeRoutes(method, answered)) return this.refusalFault(method, answered);
    if (!place?.operation) return this.unroutedFault(method, place?.path, answered);
    const { operation } = place;
    const response = operation.responses[String(answered.status)];
    if (!response) return "which it does not declare";
    return this.headersFault(response, answered) ?? this.bodyFault(method, operation, response, answered);
  }

  /** An unknown path, or a method that it does not have. */
  private unroutedFault(method: string, path: string | undefined, answered: Answered): string | undefined {
    const { status, headers } = answered;
    const expected = path === undefined ? 404 : 405;
    if (status !== expected) return `where the document has nothing: it should be ${expected}`;
    if (status === 405 && !headers.get("Allow")) return "and does not say what is allowed";
    return this.refusalFault(method, answered);
  }

  private refusalFault(method: string, { headers, body }: Answered): string | undefined {
    if (method === "HEAD") return headFault(body);
    return this.typeFault(headers) ?? this.misfit("document#/components/schemas/ErrorResponse", body);
  }

  private bodyFault(
    method: string,
    operation: Operation,
    response: DeclaredResponse,
    { status, headers, body }: Answered,
  ): string | undefined {
    if (method === "HEAD") return headFault(body);
    if (!response.content) return body === undefined ? undefined : "with a body, and declares none";
    const [type = JSON_TYPE] = Object.keys(response.content);
    const pointer = ["paths", operation.path, operation.method.toLowerCase(), "responses", String(status)];
    const schema = [...pointer, "content", type, "schema"].map(escape).join("/");
    return this.typeFault(headers, type) ?? this.misfit(`document#/${schema}`, body);
  }

  private typeFault(headers: Headers, declared = JSON_TYPE): string | undefined {
    const type = headers.get("Content-Type");
    return type?.split(";", 1)[0] === declared ? undefined : `as ${type}, and not as ${declared}`;
  }

  private misfit(schema: string, body: unknown): string | undefined {
    const validate = this.ajv.getSchema(schema);
    if (!validate) return `for which there is no schema at ${schema}`;
    return validate(body) ? undefined : `which does not fit: ${this.ajv.errorsText(validate.errors)}`;
  }

  /** Those that must be there are there, those that are there are declared here, and all fit. */
  private headersFault({ headers: declared = {} }: DeclaredResponse, { headers }: Answered): string | undefined {
    for (const [name, { schema, required }] of Object.entries(this.headers)) {
      const value = headers.get(name);
      const isDeclared = name in declared;
      if (value === null) {
        if (isDeclared && required) return `without ${name}`;
      } else if (!isDeclared) {
        return `with ${name}, which is not declared for it`;
      } else if (!isOf(schema, value)) {
        return `with ${name}: ${value}, which does not fit`;
      }
    }
    const unknown = Object.keys(declared).find((name) => !(name in this.headers));
    return unknown === undefined ? undefined : `whose header ${unknown} the document does not describe`;
  }
}

function headFault(body: unknown): string | undefined {
  return body === undefined ? undefined : "with a body, to a HEAD";
}

function isBeforeRoutes(method: string, { status, body }: Answered): boolean {
  if (!beforeRoutes.has(status)) return false;
  return method === "HEAD" || (body as { readonly detail?: unknown } | undefined)?.detail === STATUS_CODES[status];
}

/** A header is a text: it fits a number's schema when it is written as one. */
function isOf({ type }: JsonSchema, value: string): boolean {
  return type === "integer" ? /^-?\d+$/.test(value) : value !== "";
}

/** RFC 6901, and percent-encoded for a URI fragment. */
function escape(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
