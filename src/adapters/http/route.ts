import type { Scope } from "../../domain/api-key.js";
import { VIOLATIONS_REPORTED } from "../../domain/limits.js";
import { Refused, type Schema } from "../../domain/rules.js";
import { misfit } from "./errors.js";
import type { Exchange } from "./exchange.js";
import { read, type Class } from "./field.js";
import { PREFERENCE_APPLIED } from "./preference.js";
import type { WireNames } from "./wire-names.js";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Decision 1.6: a key must not make keys; `none` is open to everybody. */
export type Credential = "any" | "token" | "none";

type PathName<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathName<Rest> : never;

export interface Body<B extends object> {
  readonly shape: Class<B>;
  readonly maxBytes: number;
}

/** What a successful answer looks like, for the documentation and for the tests that hold answers against it. */
export interface Answer {
  readonly status: number;
  readonly schema?: (names: WireNames) => Schema;
  readonly description: string;
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
  /** Refusals that do not follow from the rest of the declaration. */
  readonly refuses?: readonly number[];
}

interface RouteOf<Path extends string, Q extends object, B extends object> extends Described<Path> {
  /** What stands in the path's braces, where not any text may: a field for each. */
  readonly pathShape?: Class<object>;
  readonly query?: Class<Q>;
  readonly body?: Body<B>;
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
  /** Reads what the declaration names and answers the wire body; throws what is to be refused. */
  readonly run: (exchange: Exchange) => Promise<unknown>;
}

/** Declares a route: what it reads, who may call it, what it answers. */
export function route<const Path extends string, Q extends object, B extends object>(
  declared: RouteOf<Path, Q, B>,
): Route {
  const { handle, ...described } = declared;
  return {
    ...described,
    run: async (exchange) => {
      const path = declared.pathShape && read(declared.pathShape, "path", exchange.path, exchange.names);
      const query = declared.query && read(declared.query, "query", exchange.parameters, exchange.names);
      const body = declared.body && (await readBody(declared.body, exchange));
      // Decision 2.1: all violations together, in this order.
      const violations = [path, query, body].flatMap((part) => (part instanceof Refused ? part.violations : []));
      if (violations.length > 0) throw misfit(violations.slice(0, VIOLATIONS_REPORTED));
      const answer = await handle(Object.assign(exchange, { query, body }) as unknown as Request<Path, Q, B>);
      const applied = declared.prefers && exchange.preference.applied;
      if (applied !== undefined) exchange.set(PREFERENCE_APPLIED, applied);
      return answer;
    },
  };
}

async function readBody<B extends object>({ shape, maxBytes }: Body<B>, exchange: Exchange): Promise<B | Refused> {
  return read(shape, "body", await exchange.readJson(maxBytes), exchange.names);
}
