import type { Route } from "../../src/adapters/http/kernel/route.js";
import {
  appCaller,
  createCallersFor,
  tokenCaller,
  createKeyCallerFor,
  createCallersMissingScope,
  type TestCaller,
} from "./callers.js";
import { pathObject, pathParameters } from "./path-objects.js";

/** The expected response of a route. */
export interface ExpectedResponse {
  readonly status: number;
  /** The whole `detail` of an error; undefined for a success. */
  readonly detail?: string;
}

/** One caller at one route. */
export interface MatrixCell {
  readonly route: Route;
  readonly caller: TestCaller;
  readonly expected: ExpectedResponse;
  /** The path parameter that names an object of another user; undefined if all objects are the caller's. */
  readonly foreign?: string;
}

export const routeName = ({ method, path }: Route): string => `${method} ${path}`;

/** Creates every cell of a route from its declaration (decisions 1.6, 1.10, 1.11 and 2.5). */
export function createMatrixCells(route: Route): MatrixCell[] {
  const ownCells = createCallersFor(route).map((caller) => ({
    route,
    caller,
    expected: expectedResponse(route, caller),
  }));
  const foreignCells = pathParameters(route.path)
    .filter((parameter) => !isCreatedBy(route, parameter))
    .flatMap((parameter) =>
      createAuthenticatedCallers(route).map((caller) => ({
        route,
        caller,
        foreign: parameter,
        expected: expectedForAbsent(parameter, route, caller),
      })),
    );
  return [...ownCells, ...foreignCells];
}

/** Callers that the route authenticates, with or without its scopes: their calls count (decision 3.1). */
export function createAuthenticatedCallers(route: Route): TestCaller[] {
  if (route.credential === "none") return [];
  if (route.credential === "app") return [appCaller];
  return [
    tokenCaller,
    ...(route.credential === "keyOrToken" ? [createKeyCallerFor(route), ...createCallersMissingScope(route)] : []),
  ];
}

export function expectedResponse(route: Route, { credentialKind, scopes }: TestCaller): ExpectedResponse {
  const { credential, response: answers } = route;
  if (credential === "none") return { status: answers.status };
  if (credentialKind === "nothing") {
    return unauthenticatedResponse("Missing or invalid Authorization header. Must be 'Bearer API_KEY'");
  }
  if (credential === "app") return credentialKind === "a secret" ? { status: answers.status } : INVALID_APP_CREDENTIALS;
  if (credentialKind === "a bad token" || (credential === "token" && credentialKind !== "a token")) {
    return unauthenticatedResponse("Invalid authentication credentials");
  }
  if (credentialKind === "a bad key" || credentialKind === "a secret")
    return unauthenticatedResponse("Invalid API Key");
  const missing = route.scopes?.find((scope) => !scopes.includes(scope));
  if (missing === undefined) return { status: answers.status };
  return { status: 403, detail: `Insufficient permissions. Required scope: ${missing}` };
}

/** Returns the response if the parameter names an absent object or an object of another user. */
export function expectedForAbsent(parameter: string, route: Route, caller: TestCaller): ExpectedResponse {
  const expected = expectedResponse(route, caller);
  if (expected.detail !== undefined || isCreatedBy(route, parameter)) return expected;
  // Decision 9.1: a secret must belong to the app in the path.
  if (route.credential === "app") return INVALID_APP_CREDENTIALS;
  return { status: 404, detail: `${pathObject(parameter).displayName} not found` };
}

const INVALID_APP_CREDENTIALS: ExpectedResponse = { status: 401, detail: "Invalid authentication credentials" };

/** The route creates an object of the caller under any ID, so it cannot reveal an object of another user. */
function isCreatedBy(route: Route, parameter: string): boolean {
  return pathObject(parameter).createdByRoute === routeName(route);
}

function unauthenticatedResponse(detail: string): ExpectedResponse {
  return { status: 401, detail };
}
