import type { Route } from "../../src/adapters/http/route.js";
import { exampleOf } from "./example.js";
import { pathParameters } from "./path-objects.js";
import type { RawRequest } from "./raw-http.js";

/** As much of an OpenAPI document as a request is made from. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: object;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: { readonly "application/json": { readonly schema: object } };
  };
}

/**
 * A request that fits what the document says of the route.
 * @param idOf the id to stand for a parameter of the path.
 * @param given values of the query, by name, that an example does not do for.
 */
export async function requestOf(
  { method, path }: Route,
  document: OpenApiDocument,
  idOf: (parameter: string) => string | Promise<string>,
  given: Readonly<Record<string, string>> = {},
): Promise<Omit<RawRequest, "authorization">> {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the OpenAPI document`);
  let target = path;
  for (const parameter of pathParameters(path)) {
    target = target.replace(`{${parameter}}`, encodeURIComponent(await idOf(parameter)));
  }
  const required = (operation.parameters ?? []).filter((each) => each.in === "query" && each.required);
  const query = new URLSearchParams(
    required.map(({ name, schema }) => [name, given[name] ?? String(exampleOf(schema))] as [string, string]),
  );
  const schema = operation.requestBody?.required ? operation.requestBody.content["application/json"].schema : undefined;
  return {
    method,
    target: query.size > 0 ? `${target}?${query.toString()}` : target,
    body: schema && JSON.stringify(exampleOf(schema)),
  };
}
