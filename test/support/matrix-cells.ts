import type { Route } from "../../src/adapters/http/route.js";
import { app, callersOf, identified, keyFor, keysShortOf, type Caller } from "./callers.js";
import { pathObject, pathParameters } from "./path-objects.js";

/** What a route must answer. */
export interface Expected {
  readonly status: number;
  /** The whole `detail` of a refusal; undefined for a success. */
  readonly detail?: string;
}

/** One caller at one route. */
export interface Cell {
  readonly route: Route;
  readonly caller: Caller;
  readonly expected: Expected;
  /** The parameter of the path that names what is not the caller's; undefined where all of it is. */
  readonly foreign?: string;
}

export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

/** Every cell of a route; what is expected follows from its declaration alone. Decisions 1.6, 1.10, 1.11 and 2.5. */
export function cellsOf(route: Route): Cell[] {
  const own = callersOf(route).map((caller) => ({ route, caller, expected: expectedOf(route, caller) }));
  const foreign = pathParameters(route.path).flatMap((parameter) =>
    knownAt(route).map((caller) => ({
      route,
      caller,
      foreign: parameter,
      expected: expectedOfAbsent(parameter, route, caller),
    })),
  );
  return [...own, ...foreign];
}

/** Those whom the route knows, whatever they may do: their calls are counted (decision 3.1). */
export function knownAt(route: Route): Caller[] {
  if (route.credential === "none") return [];
  if (route.credential === "app") return [app];
  return [identified, ...(route.credential === "any" ? [keyFor(route), ...keysShortOf(route)] : [])];
}

export function expectedOf(route: Route, { presents, scopes }: Caller): Expected {
  const { credential, answers } = route;
  if (credential === "none") return { status: answers.status };
  if (presents === "nothing") {
    return unauthenticated("Missing or invalid Authorization header. Must be 'Bearer API_KEY'");
  }
  if (credential === "app") return presents === "a secret" ? { status: answers.status } : notOfApp;
  if (presents === "a bad token" || (credential === "token" && presents !== "a token")) {
    return unauthenticated("Invalid authentication credentials");
  }
  if (presents === "a bad key" || presents === "a secret") return unauthenticated("Invalid API Key");
  const missing = route.scopes?.find((scope) => !scopes.includes(scope));
  if (missing === undefined) return { status: answers.status };
  return { status: 403, detail: `Insufficient permissions. Required scope: ${missing}` };
}

/** Where the parameter names what there is not, or what is another's. */
export function expectedOfAbsent(parameter: string, route: Route, caller: Caller): Expected {
  const expected = expectedOf(route, caller);
  if (expected.detail !== undefined) return expected;
  // Decision 9.1: a secret is that of the app which the path names, or of none.
  if (route.credential === "app") return notOfApp;
  return { status: 404, detail: `${pathObject(parameter).called} not found` };
}

const notOfApp: Expected = { status: 401, detail: "Invalid authentication credentials" };

function unauthenticated(detail: string): Expected {
  return { status: 401, detail };
}
