import type { Route } from "../../src/adapters/http/kernel/route.js";
import { createExample } from "./schema-example.js";
import { pathParameters } from "./path-objects.js";
import type { RawRequest } from "./raw-http.js";

/** The part of an OpenAPI document that determines requests. */
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
 * Creates a request that matches the declaration of a route.
 * @param idOf returns the ID for a path parameter.
 * @param queryValues query values, by name, for parameters that a generated example does not suit.
 */
export async function createRouteRequest(
  { method, path }: Route,
  document: OpenApiDocument,
  idOf: (parameter: string) => string | Promise<string>,
  queryValues: Readonly<Record<string, string>> = {},
): Promise<Omit<RawRequest, "authorization">> {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the OpenAPI document`);
  let target = path;
  for (const parameter of pathParameters(path)) {
    target = target.replace(`{${parameter}}`, encodeURIComponent(await idOf(parameter)));
  }
  const required = (operation.parameters ?? []).filter((parameter) => parameter.in === "query" && parameter.required);
  const query = new URLSearchParams(
    required.map(({ name, schema }) => [name, queryValues[name] ?? String(createExample(schema))] as [string, string]),
  );
  const schema = operation.requestBody?.required ? operation.requestBody.content["application/json"].schema : undefined;
  return {
    method,
    target: query.size > 0 ? `${target}?${query.toString()}` : target,
    body: schema && JSON.stringify(createExample(schema)),
  };
}
