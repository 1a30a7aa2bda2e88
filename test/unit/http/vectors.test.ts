import { Refused } from "../../../src/domain/rules.js";
import { misfit, refusalOf } from "../../../src/adapters/http/errors.js";
import { read } from "../../../src/adapters/http/field.js";
import { parseJson } from "../../../src/adapters/http/json-body.js";
import { parseQuery } from "../../../src/adapters/http/query.js";
import type { Route } from "../../../src/adapters/http/route.js";
import { wireNames, type WireNames } from "../../../src/adapters/http/wire-names.js";
import { routeTable } from "../../support/route-table.js";
import { itAnswers, requestVectors, type Send } from "../../support/vectors.js";

const table = routeTable().map((route) => ({
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
  (names: WireNames): Send =>
  ({ method, path, body }) => {
    const [target = "", query = ""] = path.split(/\?(.*)/s);
    const route = routeOf(method, target);
    try {
      const values = [
        route.query && read(route.query, "query", parseQuery(query), names),
        route.body && read(route.body.shape, "body", body ? parseJson(Buffer.from(body)) : undefined, names),
      ];
      const violations = values.flatMap((value) => (value instanceof Refused ? value.violations : []));
      if (violations.length > 0) throw misfit(violations);
      return { status: 200, body: {} };
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return { status: refusal.status, body: { detail: refusal.detail } };
    }
  };

for (const [name, names] of Object.entries(wireNames)) {
  describe(`reading requests under the wire names ${name}`, () => {
    itAnswers(requestVectors(), reader(names));
  });
}
