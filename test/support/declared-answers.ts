import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Answered } from "./client.js";

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
}

interface Response {
  readonly content?: { readonly "application/json": { readonly schema: object } };
}

const documents = new WeakMap<object, DeclaredAnswers>();

/** What an OpenAPI document says that may be answered. */
export class DeclaredAnswers {
  private readonly ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));

  private constructor(private readonly document: Document) {
    this.ajv.addSchema(document, "document");
  }

  static of(document: object): DeclaredAnswers {
    const known = documents.get(document) ?? new DeclaredAnswers(document as Document);
    documents.set(document, known);
    return known;
  }

  /** @throws Error when the route declares no such status, or another shape for it. Unknown routes are let through. */
  check(method: string, target: string, { status, body }: Answered): void {
    const path = this.pathOf(target.split("?")[0] ?? "");
    const operation = path && this.document.paths[path]?.[method.toLowerCase()];
    if (!operation) return;
    const response = operation.responses[String(status)];
    if (!response) throw new Error(`${method} ${path} answered ${status}, which it does not declare`);
    if (!response.content) {
      if (body !== undefined) throw new Error(`${method} ${path} answered ${status} with a body, and declares none`);
      return;
    }
    const pointer = [
      "paths",
      path,
      method.toLowerCase(),
      "responses",
      String(status),
      "content",
      "application/json",
      "schema",
    ];
    const validate = this.ajv.getSchema(`document#/${pointer.map(escape).join("/")}`);
    if (!validate) throw new Error(`${method} ${path} has no schema for ${status}`);
    if (!validate(body)) {
      throw new Error(`${method} ${path} ${status} does not fit: ${this.ajv.errorsText(validate.errors)}`);
    }
  }

  /** A literal path wins over one with a parameter. */
  private pathOf(target: string): string | undefined {
    const fits = (path: string): boolean => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(target);
    const candidates = Object.keys(this.document.paths).filter(fits);
    return candidates.find((path) => !path.includes("{")) ?? candidates[0];
  }
}

/** RFC 6901, and percent-encoded for a URI fragment. */
function escape(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
