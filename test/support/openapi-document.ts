/** A JSON Schema, as far as the document uses the language. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

export interface DeclaredHeader {
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

export interface DeclaredResponse {
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface DeclaredOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly "application/json": { readonly schema: JsonSchema } } };
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly "x-required-scopes"?: readonly string[];
}

/** An operation with where it stands. */
export interface Operation extends DeclaredOperation {
  /** In capitals. */
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** `GET /things/{thing_id}`. */
  readonly name: string;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>;
  readonly components?: {
    readonly headers?: Readonly<Record<string, DeclaredHeader>>;
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
  };
}

/** Where a request goes to: a path that the document has, and the operation there, if the method has one. */
export interface Place {
  readonly path: string;
  readonly operation: Operation | undefined;
}

/**
 * Replaces every reference by the component that it names; what stands beside a reference wins.
 * @throws Error for a reference to nothing, to another document, or to itself.
 */
export function dereference(document: object): object {
  const resolve = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, within));
    if (typeof value !== "object" || value === null) return value;
    const { $ref: reference, ...beside } = value as Readonly<Record<string, unknown>>;
    const members = Object.fromEntries(Object.entries(beside).map(([name, each]) => [name, resolve(each, within)]));
    if (typeof reference !== "string") return members;
    if (within.includes(reference)) throw new Error(`${reference} contains itself`);
    return { ...(resolve(componentAt(document, reference), [...within, reference]) as object), ...members };
  };
  return resolve(document, []) as object;
}

function componentAt(document: object, reference: string): object {
  const [start, ...path] = reference.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  let found: unknown = start === "#" ? document : undefined;
  for (const name of path) {
    const isThere = typeof found === "object" && found !== null && Object.hasOwn(found, name);
    found = isThere ? (found as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  if (typeof found !== "object" || found === null) throw new Error(`${reference} names nothing`);
  return found;
}

/** An OpenAPI document, to be asked what it declares. */
export class OpenApiDocument {
  readonly operations: readonly Operation[];
  private readonly patterns: readonly { readonly path: string; readonly pattern: RegExp }[];

  readonly document: OpenApi;

  /** @param document with or without references. */
  constructor(document: object) {
    this.document = dereference(document) as OpenApi;
    this.operations = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, declared]) => {
        const capitals = method.toUpperCase();
        return { ...declared, method: capitals, path, name: `${capitals} ${path}` };
      }),
    );
    // A literal path wins over one with a parameter if it has the method; a slash at the end means nothing.
    this.patterns = Object.keys(this.document.paths)
      .sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")))
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
      }));
  }

  /** @param target path and query, as they go over the wire. */
  placeOf(method: string, target: string): Place | undefined {
    const [path = ""] = target.split(/[?#]/, 1);
    const found = this.patterns.filter(({ pattern }) => pattern.test(path));
    // RFC 9110, section 9.3.2: what may be got may be asked for by its head.
    const asked = method === "HEAD" ? "GET" : method;
    const places = found.map(({ path }): Place => ({
      path,
      operation: this.operations.find((each) => each.path === path && each.method === asked),
    }));
    return places.find(({ operation }) => operation) ?? places[0];
  }

  /**
   * The collection that an operation's objects belong to: the longest beginning of its path that has objects with an
   * id below it. Undefined when there is none.
   */
  collectionOf({ path }: Operation): string | undefined {
    const parts = path.split("/");
    for (let length = parts.length; length > 1; length -= 1) {
      const beginning = parts.slice(0, length).join("/");
      if (Object.keys(this.document.paths).some((each) => each.startsWith(`${beginning}/{`))) return beginning;
    }
    return undefined;
  }
}
