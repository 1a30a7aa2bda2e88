import type { Scope } from "../../domain/api-key.js";
import type { Violation } from "../../domain/errors.js";
import { VIOLATIONS_REPORTED } from "../../domain/limits.js";
import { Refused, type Schema } from "../../domain/rules.js";
import type { Call } from "../../ports/driving/call.js";
import { misfit } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { read, type Class, type SchemaRenderer } from "./field.js";
import { PREFERENCE_APPLIED } from "./preference.js";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Decision 1.6: a key must not make keys; `app` is the secret of the path's app, `none` is open to everybody. */
export type Credential = "any" | "token" | "app" | "none";

type PathName<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathName<Rest> : never;

export interface Body<B extends object> {
  readonly shape: Class<B>;
  readonly maxBytes: number;
}

/** What a successful answer looks like, for the documentation and for the tests that hold answers against it. */
export interface Answer {
  readonly status: number;
  readonly schema?: (renderer: SchemaRenderer) => Schema;
  readonly description: string;
  /** Absent for JSON. */
  readonly mediaType?: "text/event-stream";
  /** Headers beside those that every answer has. */
  readonly headers?: readonly string[];
}

interface Described<Path extends string> {
  readonly method: Method;
  readonly path: Path;
  readonly summary: string;
  readonly tag: string;
  /** Ours, beyond the contract. */
  readonly extension?: true;
  readonly credential: Credential;
  readonly scopes?: readonly Scope[];
  readonly answers: Answer;
  /** Follows `Prefer` (RFC 7240): the answer may come before the processing is done. */
  readonly prefers?: true;
  /** Decision 10.1: the answer carries a secret, and is not kept for a repeat. */
  readonly answersSecret?: true;
  /** Answers with a stream, which goes on where the `Last-Event-ID` of a client that comes back says. */
  readonly streams?: true;
  /** What a JSON body may weigh, in bytes, whose fields serve where the query lacks them. */
  readonly queryOrBodyBytes?: number;
  /** Refusals that do not follow from the rest of the declaration. */
  readonly refuses?: readonly number[];
}

interface RouteOf<Path extends string, Q extends object, B extends object> extends Described<Path> {
  /** What stands in the path's braces, where not any text may: a field for each. */
  readonly pathShape?: Class<object>;
  readonly query?: Class<Q>;
  readonly body?: Body<B>;
  /** The rules that need no state, of what fits its shape: they come before an app's secret is asked for (decision 9.1). */
  readonly check?: (request: Request<Path, Q, B>) => void;
  readonly handle: (request: Request<Path, Q, B>) => unknown;
}

/** An exchange of which all that the route declares has been read. */
type Request<Path, Q, B> = Omit<Exchange, "path"> & {
  readonly path: Readonly<Record<PathName<Path>, string>>;
  readonly query: Q;
  readonly body: B;
};

/** A route as a value: the server mounts it, the documentation is drawn from it. */
export interface Route extends Described<string> {
  readonly pathShape?: Class<object>;
  readonly query?: Class<object>;
  readonly body?: Body<object>;
  /** Reads what the declaration names; throws what is to be refused. */
  readonly read: (exchange: Exchange) => Promise<Serving>;
}

/** Does what was asked for, and answers the wire body. */
export type Serving = (call: Call) => Promise<unknown>;

/** Declares a route: what it reads, who may call it, what it answers. */
export function route<const Path extends string, Q extends object, B extends object>(
  declared: RouteOf<Path, Q, B>,
): Route {
  const { handle, check, ...described } = declared;
  return {
    ...described,
    read: async (exchange) => {
      const path = declared.pathShape && read(declared.pathShape, "path", exchange.path, exchange.names);
      const query = declared.query && (await readQuery(declared.query, exchange, declared.queryOrBodyBytes));
      const body = declared.body && (await readBody(declared.body, exchange));
      // Decision 2.1: all violations together, in this order.
      const violations = [path, query, body].flatMap((part) => (part instanceof Refused ? part.violations : []));
      if (violations.length > 0) throw misfit(violations.slice(0, VIOLATIONS_REPORTED));
      const request = Object.assign(exchange, { query, body }) as unknown as Request<Path, Q, B>;
      check?.(request);
      return async (call) => {
        const answer = await handle(Object.assign(request, { call }));
        const applied = declared.prefers && exchange.preference.applied;
        if (applied !== undefined) exchange.set(PREFERENCE_APPLIED, applied);
        return answer;
      };
    },
  };
}

/** @param bodyBytes what a body may weigh that has what the query lacks; it is read only where something is lacking. */
async function readQuery<Q extends object>(
  shape: Class<Q>,
  exchange: Exchange,
  bodyBytes?: number,
): Promise<Q | Refused> {
  const { parameters, names } = exchange;
  const found = read(shape, "query", parameters, names);
  if (!(found instanceof Refused) || bodyBytes === undefined) return found;
  const given = await exchange.readJson(bodyBytes);
  if (typeof given !== "object" || given === null) return found;
  const whole = read(shape, "query", { ...given, ...parameters }, names);
  if (!(whole instanceof Refused)) return whole;
  return new Refused(whole.violations.map((violation) => located(violation, given, parameters)));
}

/** What the body gave is wrong in the body. */
function located(violation: Violation, inBody: object, inQuery: object): Violation {
  const [, name = "", ...rest] = violation.path;
  const isOfBody = Object.hasOwn(inBody, name) && !Object.hasOwn(inQuery, name);
  return isOfBody ? { ...violation, path: ["body", name, ...rest] } : violation;
}

async function readBody<B extends object>({ shape, maxBytes }: Body<B>, exchange: Exchange): Promise<B | Refused> {
  return read(shape, "body", await exchange.readJson(maxBytes), exchange.names);
}
