import { ValidationFailure } from "../../../src/domain/rules.js";
import { createValidationError, toHttpErrorResponse } from "../../../src/adapters/http/kernel/errors.js";
import { parseInput } from "../../../src/adapters/http/kernel/dto-fields.js";
import { parseJson } from "../../../src/adapters/http/kernel/json-body.js";
import { parseQuery } from "../../../src/adapters/http/kernel/query-string.js";
import type { Route } from "../../../src/adapters/http/kernel/route.js";
import { namingProfiles, type NamingProfile } from "../../../src/adapters/http/kernel/naming-profile.js";
import { createRouteTable } from "../../support/route-table.js";
import { declareVectorTests, readRequestVectors, type SendVector } from "../../support/request-vectors.js";

const table = createRouteTable().map((route) => ({
  route,
  path: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  literals: route.path.split("/").filter((part) => !part.startsWith("{")).length,
}));

/** Literal paths win over those with an id in them. */
function routeOf(method: string, path: string): Route {
  const found = table.filter((each) => each.route.method === method && each.path.test(path));
  const [first] = found.toSorted((a, b) => b.literals - a.literals);
  if (!first) throw new Error(`There is no route for ${method} ${path}`);
  return first.route;
}

/** The reader alone, in a server's place. */
const reader =
  (names: NamingProfile): SendVector =>
  ({ method, path, body }) => {
    const [target = "", query = ""] = path.split(/\?(.*)/s);
    const route = routeOf(method, target);
    try {
      const values = [
        route.query && parseInput(route.query, "query", parseQuery(query), names),
        route.body && parseInput(route.body.dtoClass, "body", body ? parseJson(Buffer.from(body)) : undefined, names),
      ];
      const violations = values.flatMap((value) => (value instanceof ValidationFailure ? value.violations : []));
      if (violations.length > 0) throw createValidationError(violations);
      return { status: 200, body: {} };
    } catch (error) {
      const refusal = toHttpErrorResponse(error);
      if (!refusal) throw error;
      return { status: refusal.status, body: { detail: refusal.detail } };
    }
  };

for (const [name, names] of Object.entries(namingProfiles)) {
  describe(`Request parsing with the naming profile ${name}`, () => {
    declareVectorTests(readRequestVectors(), reader(names));
  });
}
