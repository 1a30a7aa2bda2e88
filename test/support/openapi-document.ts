/** A JSON Schema, with the keywords that the document uses. */
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

/** An operation with its method and path. */
export interface Operation extends DeclaredOperation {
  /** In upper case. */
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  /** For example `GET /things/{thing_id}`. */
  readonly name: string;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>;
  readonly components?: {
    readonly headers?: Readonly<Record<string, DeclaredHeader>>;
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
  };
}

/** The path of the document that a request matches, and its operation; undefined if the path lacks the method. */
export interface RouteMatch {
  readonly path: string;
  readonly operation: Operation | undefined;
}

/**
 * Replaces every reference by the component that it names; siblings of a reference override its members.
 * @throws Error for a reference to nothing, to another document, or to itself.
 */
export function dereference(document: object): object {
  const resolve = (value: unknown, visited: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((element) => resolve(element, visited));
    if (typeof value !== "object" || value === null) return value;
    const { $ref: reference, ...siblings } = value as Readonly<Record<string, unknown>>;
    const members = Object.fromEntries(
      Object.entries(siblings).map(([name, member]) => [name, resolve(member, visited)]),
    );
    if (typeof reference !== "string") return members;
    if (visited.includes(reference)) throw new Error(`${reference} contains itself`);
    return { ...(resolve(findComponent(document, reference), [...visited, reference]) as object), ...members };
  };
  return resolve(document, []) as object;
}

function findComponent(document: object, reference: string): object {
  const [start, ...path] = reference.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  let current: unknown = start === "#" ? document : undefined;
  for (const name of path) {
    const isMember = typeof current === "object" && current !== null && Object.hasOwn(current, name);
    current = isMember ? (current as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  if (typeof current !== "object" || current === null) throw new Error(`${reference} names nothing`);
  return current;
}

/** An OpenAPI document with lookups of its declarations. */
export class OpenApiDocument {
  readonly operations: readonly Operation[];
  private readonly patterns: readonly { readonly path: string; readonly pattern: RegExp }[];

  readonly document: OpenApi;

  /** @param document with or without references. */
  constructor(document: object) {
    this.document = dereference(document) as OpenApi;
    this.operations = Object.entries(this.document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, declaredOperation]) => {
        const upperCaseMethod = method.toUpperCase();
        return { ...declaredOperation, method: upperCaseMethod, path, name: `${upperCaseMethod} ${path}` };
      }),
    );
    // A literal path takes precedence over one with a parameter if it has the method; a trailing slash is ignored.
    this.patterns = Object.keys(this.document.paths)
      .sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")))
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
      }));
  }

  /** @param target path and query, percent-encoded. */
  matchRoute(method: string, target: string): RouteMatch | undefined {
    const [path = ""] = target.split(/[?#]/, 1);
    const matching = this.patterns.filter(({ pattern }) => pattern.test(path));
    // RFC 9110, section 9.3.2: HEAD is allowed wherever GET is.
    const effectiveMethod = method === "HEAD" ? "GET" : method;
    const matches = matching.map(({ path }): RouteMatch => ({
      path,
      operation: this.operations.find((operation) => operation.path === path && operation.method === effectiveMethod),
    }));
    return matches.find(({ operation }) => operation) ?? matches[0];
  }

  /**
   * Returns the collection of an operation's objects: the longest prefix of its path below which objects have an ID;
   * undefined if there is none.
   */
  collectionOf({ path }: Operation): string | undefined {
    const parts = path.split("/");
    for (let length = parts.length; length > 1; length -= 1) {
      const beginning = parts.slice(0, length).join("/");
      if (Object.keys(this.document.paths).some((candidatePath) => candidatePath.startsWith(`${beginning}/{`)))
        return beginning;
    }
    return undefined;
  }
}
