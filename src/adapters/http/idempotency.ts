import { createHash } from "node:crypto";
import type Koa from "koa";
import { idempotencyKey } from "../../domain/limits.js";
import { Refused } from "../../domain/rules.js";
import type { Call } from "../../ports/driving/call.js";
import type { KeyedCallUseCases } from "../../ports/driving/keyed-calls.js";
import { misfit, refusalOf } from "./errors.js";
import { receiveBody } from "./exchange.js";
import { PREFERENCE_APPLIED, readPreference } from "./preference.js";
import type { Answer, Route } from "./route.js";
import type { Transfer } from "./transfer-budget.js";

/** The answer of a route, as it goes over the wire. */
export interface Written {
  readonly status: number;
  /** Absent for an answer without a body. */
  readonly body?: string;
}

interface Recorded extends Written {
  readonly headers: Readonly<Record<string, string>>;
}

interface Keyed {
  readonly context: Koa.Context;
  readonly route: Route;
  readonly call: Call;
  readonly key: string;
  readonly keyedCalls: KeyedCallUseCases;
  readonly transfer: Transfer;
  /** The body, where it has been received already. */
  readonly received?: Buffer | undefined;
  /** Does what the request asks for. */
  readonly serve: (call: Call, body: Buffer | undefined) => Promise<Written>;
}

/** Decision 10.1: a route that writes heeds the key. Reads may be repeated anyway, and who is nobody has no keys. */
export function takesKey({ method, credential }: Pick<Route, "method" | "credential">): boolean {
  return method !== "GET" && credential !== "none";
}

/**
 * The request's key; undefined where it has none or the route heeds none.
 * @throws HttpError 422 when it is empty or too long.
 */
export function readKey(
  route: Pick<Route, "method" | "credential">,
  { headers }: Pick<Koa.Context["req"], "headers">,
): string | undefined {
  const given = headers["idempotency-key"];
  if (given === undefined || !takesKey(route)) return undefined;
  const key = idempotencyKey.read(given);
  if (key instanceof Refused) throw misfit(key.under("Idempotency-Key").under("header").violations);
  return key;
}

/**
 * Answers a request that bears a key: what was answered before, or what comes of it now (decision 10.1).
 * @throws what refuses the request; HttpError for a body that cannot be received.
 */
export async function answerOnce({
  context,
  route,
  call,
  key,
  keyedCalls,
  received,
  transfer,
  serve,
}: Keyed): Promise<Written> {
  const body = received ?? (route.body && (await receiveBody(context, route.body.maxBytes, transfer)));
  const beginning = await keyedCalls.begin(call, key, requestOf(context, body));
  if (beginning.outcome === "repeated") return replay(context, JSON.parse(beginning.answer) as Recorded);
  try {
    const written = await serve(beginning.call, body);
    const recorded: Recorded = { ...written, headers: headersOf(context, route) };
    const isKept = !route.answersSecret;
    await beginning.answered(isKept ? JSON.stringify(recorded) : null, isKept ? idsIn(written) : []);
    return written;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal || isWorthAnotherTry(refusal.status)) await beginning.failed();
    else {
      const { status, detail, headers } = refusal;
      await beginning.answered(
        JSON.stringify({ status, headers, body: JSON.stringify({ detail }) } satisfies Recorded),
        [],
      );
    }
    throw error;
  }
}

/** The header that marks an answer as one that was given before. */
export const REPLAYED = "Idempotent-Replayed";

/** Decision 10.1: what does not follow from the key's request alone is not kept. */
export function isWorthAnotherTry(status: number): boolean {
  return status >= 500 || [401, 403, 413, 415, 429].includes(status);
}

/** The headers of an answer that are its own; the others are made anew for each. */
export function ownHeaders({ prefers, answers: { headers = [] } }: { prefers?: true; answers: Answer }): string[] {
  return prefers ? [PREFERENCE_APPLIED, ...headers] : [...headers];
}

function headersOf({ res }: Koa.Context, route: Route): Record<string, string> {
  const set = ownHeaders(route).filter((name) => res.hasHeader(name));
  return Object.fromEntries(set.map((name) => [name, String(res.getHeader(name))]));
}

/** All that tells a request from another one: not who sends it, nor how they would like to be answered. */
function requestOf({ method, path, querystring }: Koa.Context, body: Buffer | undefined): string {
  const digest = body && createHash("sha256").update(body).digest("base64");
  return JSON.stringify([method, path, querystring, digest ?? null]);
}

function replay({ req, res }: Koa.Context, { headers, ...written }: Recorded): Written {
  const { applied } = readPreference(req.headers);
  for (const [name, value] of Object.entries(headers)) {
    // RFC 7240, section 3: it answers a preference, and so only a repeat that prefers what the first request did.
    if (name !== PREFERENCE_APPLIED || value === applied) res.setHeader(name, value);
  }
  res.setHeader(REPLAYED, "true");
  return written;
}

/** Every object that an answer shows stands in it with its `id`, or is named as the one that it belongs to. */
const NAMES_OBJECT = /^(id|(conversation|memory|action_item|goal)_id)$/;

function idsIn({ body }: Written): string[] {
  const found: string[] = [];
  if (body !== undefined) {
    JSON.parse(body, (name, value: unknown) => {
      if (typeof value === "string" && NAMES_OBJECT.test(name)) found.push(value);
      return value;
    });
  }
  return found;
}
