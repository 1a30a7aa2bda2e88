import fc from "fast-check";
import type { Answered } from "./client.js";
import {
  hostileQueries,
  hostileSegments,
  hostileTexts,
  oddCredentials,
  oddHeaders,
  oddMethods,
} from "./hostile-values.js";
import type { JsonSchema, OpenApiDocument, Operation, Parameter } from "./openapi-document.js";
import { fitting, hostile, marred } from "./schema-arbitrary.js";
import type { SeenValues } from "./seen-values.js";
import { asJson, asText, Seen, type WireValue } from "./wire-value.js";
import type { WireRequest } from "./wire.js";

/** Who asks, and what the answers to earlier requests have shown. */
export interface Asker {
  /** A credential by the name of its security scheme. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Good credentials that carry one scope each, by it. */
  readonly narrow: Readonly<Record<string, string>>;
  readonly seen: SeenValues;
}

/** A part of a request, written when it is sent: what it names is taken from the answers up to then. */
interface Part<T> {
  /** Fits the declaration, and is sent by one who may. */
  readonly isSound: boolean;
  readonly write: (asker: Asker) => T;
}

export type Planned = Part<WireRequest>;

type Header = readonly [name: string, value: string];

const sound = <T>(write: Part<T>["write"]): Part<T> => ({ isSound: true, write });
const odd = <T>(write: Part<T>["write"]): Part<T> => ({ isSound: false, write });

/** Requests to all operations of the document, those that take more the more often. */
export function requestsOf(document: OpenApiDocument): fc.Arbitrary<Planned> {
  return fc.oneof(
    ...document.operations.map((operation) => ({
      weight: 4 + (operation.parameters?.length ? 3 : 0) + (operation.requestBody ? 6 : 0),
      arbitrary: requestOf(document, operation),
    })),
  );
}

function requestOf(document: OpenApiDocument, operation: Operation): fc.Arbitrary<Planned> {
  return fc
    .record({
      method: often(
        fc.constant(sound(() => operation.method)),
        fc.constantFrom(...oddMethods).map((method) => odd(() => method)),
        50,
      ),
      path: pathOf(operation),
      query: queryOf(operation),
      headers: headersOf(operation),
      credential: credentialOf(operation, scopesOf(document)),
      body: operation.requestBody
        ? bodyOf(operation.requestBody.content["application/json"].schema)
        : bodyNobodyAskedFor,
    })
    .map(({ method, path, query, headers, credential, body }) => ({
      isSound: [method, path, query, headers, credential, body].every(({ isSound }) => isSound),
      write: (asker) => {
        const bytes = body.write(asker);
        return {
          method: method.write(asker),
          target: path.write(asker) + query.write(asker),
          headers: [...credential.write(asker), ...headers.write(asker)],
          ...(bytes === undefined ? {} : { body: bytes }),
        };
      },
    }));
}

/** Asks for all that there is of an object that an answer has named; undefined where it named none. */
export function readingBack(
  document: OpenApiDocument,
  operation: Operation,
  { body }: Answered,
  { credentials }: Asker,
): WireRequest | undefined {
  const id = (body as { readonly id?: unknown } | undefined)?.id;
  const collection = document.collectionOf(operation);
  const reading = document.operations.find(
    ({ method, path }) => method === "GET" && path.replace(/\/\{\w+\}$/, "") === collection && path !== collection,
  );
  if (typeof id !== "string" || !reading) return undefined;
  const switches = (reading.parameters ?? []).filter((parameter) => parameter.schema.type === "boolean");
  const scheme = Object.keys(reading.security?.[0] ?? {})[0] ?? "";
  return {
    method: "GET",
    target: `${collection}/${encodeURIComponent(id)}${asQuery(switches.map(({ name }) => `${name}=true`))}`,
    headers: [["Authorization", `Bearer ${credentials[scheme]}`]],
  };
}

/** The ids in it are of objects that are there, that were, that never were, or none at all. */
function pathOf({ path }: Operation): fc.Arbitrary<Part<string>> {
  const segments = path.split("/").map((segment, index, all): fc.Arbitrary<Part<string>> => {
    if (!segment.startsWith("{")) return fc.constant(sound(() => segment));
    const collection = all.slice(0, index).join("/");
    return fc.oneof(
      {
        weight: 16,
        arbitrary: fc
          .tuple(fc.nat(1000), fc.uuid())
          .map(([choice, unknown]) => sound(({ seen }) => seen.idIn(collection, choice) ?? unknown)),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.nat(1000), fc.uuid())
          .map(([choice, unknown]) => odd(({ seen }) => seen.deletedFrom(collection, choice) ?? unknown)),
      },
      { weight: 1, arbitrary: fc.uuid().map((id) => odd(() => id)) },
      { weight: 2, arbitrary: fc.constantFrom(...hostileSegments).map((segment) => odd(() => segment)) },
    );
  });
  return joined(segments, (parts) => parts.join("/"));
}

function queryOf({ parameters = [] }: Operation): fc.Arbitrary<Part<string>> {
  const declared = parameters.filter((parameter) => parameter.in === "query");
  const strange = fc.constantFrom(...hostileQueries).map((query) => odd(() => `?${query}`));
  if (declared.length === 0) return often(none, strange);
  const fits = declared.map((parameter) => pairOf(parameter, fittingText(parameter), sound));
  const some = joined(
    declared.map(({ required }, index) => {
      const pair = fits[index] ?? none;
      return required ? pair : fc.oneof({ weight: 3, arbitrary: none }, { weight: 1, arbitrary: pair });
    }),
    asQuery,
  );
  const broken = fc.oneof(...declared.map((parameter) => pairOf(parameter, marredText(parameter), odd)));
  const repeated = fc.oneof(
    ...declared.map((parameter, index) =>
      joined([fits[index] ?? none, pairOf(parameter, marredText(parameter), odd)], asQuery),
    ),
  );
  return fc.oneof(
    { weight: 12, arbitrary: some },
    {
      weight: 3,
      arbitrary: joined([some, broken], ([most = "", last = ""]) =>
        most === "" ? asQuery([last]) : `${most}&${last}`,
      ),
    },
    { weight: 1, arbitrary: repeated },
    {
      weight: 1,
      arbitrary: joined(
        [some, strange],
        ([most = "", last = ""]) => most + (most === "" ? last : last.replace("?", "&")),
      ),
    },
  );
}

function asQuery(pairs: readonly string[]): string {
  const given = pairs.filter((pair) => pair !== "");
  return given.length === 0 ? "" : `?${given.join("&")}`;
}

/** What somebody says, and no reference. */
const texts: ReadonlySet<string> = new Set(["message"]);

/** In a query, a free text is a reference or a word of the service's own: only one that was seen fits. */
function fittingText({ name, schema }: Parameter): fc.Arbitrary<WireValue> {
  const isFree = schema.type === "string" && !schema.enum && !schema.format && !texts.has(name);
  return isFree ? fc.nat(40).map((choice) => new Seen(name, choice, null)) : fitting(schema);
}

function marredText({ schema }: Parameter): fc.Arbitrary<WireValue> {
  return fc.oneof(marred(schema), fc.constantFrom(...hostileTexts));
}

function pairOf(
  { name }: Parameter,
  value: fc.Arbitrary<WireValue>,
  made: typeof sound<string> | typeof odd<string>,
): fc.Arbitrary<Part<string>> {
  return value.map((each) =>
    made(({ seen }) => {
      const text = asText(each, seen);
      // Longer ones are no HTTP any more: the service answers before it looks at them.
      return text === undefined ? "" : `${name}=${escaped(text).slice(0, 30_000)}`;
    }),
  );
}

/** Percent-encoded UTF-8, and for lone surrogates what UTF-8 would make of them. */
function escaped(text: string): string {
  return text.replaceAll(/\p{Surrogate}|[^\p{Surrogate}]+/gu, (part) =>
    /^\p{Surrogate}$/u.test(part) ? surrogate(part) : encodeURIComponent(part),
  );
}

function surrogate(unit: string): string {
  const code = unit.charCodeAt(0);
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    .map((byte) => `%${byte.toString(16).toUpperCase()}`)
    .join("");
}

function headersOf({ requestBody }: Operation): fc.Arbitrary<Part<readonly Header[]>> {
  const usual: readonly Header[] = requestBody ? [["Content-Type", "application/json"]] : [];
  const strange = fc
    .uniqueArray(fc.constantFrom(...oddHeaders), { minLength: 1, maxLength: 3, selector: ([name]) => name })
    .map((headers) => odd(() => headers));
  return often(fc.constant(sound(() => usual)), strange);
}

function credentialOf(
  { security = [], "x-required-scopes": required = [] }: Operation,
  scopes: readonly string[],
): fc.Arbitrary<Part<readonly Header[]>> {
  const strange = fc
    .constantFrom(...oddCredentials)
    .map((value) => (value === undefined ? [] : [["Authorization", value] as const]));
  const schemes = security.flatMap((each) => Object.keys(each));
  if (schemes.length === 0)
    return often(
      fc.constant(sound(() => [])),
      strange.map((headers) => odd(() => headers)),
    );
  const bearer = (credential = ""): readonly Header[] => [["Authorization", `Bearer ${credential}`]];
  const good = fc.constantFrom(...schemes).map((scheme) => sound(({ credentials }) => bearer(credentials[scheme])));
  const lacking = scopes.filter((scope) => !required.includes(scope));
  return fc.oneof(
    { weight: 20, arbitrary: good },
    { weight: 1, arbitrary: strange.map((headers) => odd(() => headers)) },
    { weight: 1, arbitrary: fc.constantFrom(...lacking).map((scope) => odd(({ narrow }) => bearer(narrow[scope]))) },
  );
}

/** Those that some operation of the document requires. */
export function scopesOf({ operations }: OpenApiDocument): string[] {
  return [...new Set(operations.flatMap(({ "x-required-scopes": scopes = [] }) => scopes))];
}

function bodyOf(schema: JsonSchema): fc.Arbitrary<Part<Buffer | undefined>> {
  const written = (value: WireValue, { seen }: Asker): Buffer => Buffer.from(asJson(value, seen));
  const fits = fitting(schema);
  return fc.oneof(
    { weight: 480, arbitrary: fits.map((value) => sound((asker: Asker) => written(value, asker))) },
    { weight: 200, arbitrary: marred(schema).map((value) => odd((asker: Asker) => written(value, asker))) },
    { weight: 20, arbitrary: hostile.map((value) => odd((asker: Asker) => written(value, asker))) },
    {
      weight: 40,
      arbitrary: fc
        .tuple(fits, fc.constantFrom(...distortions), fc.nat())
        .map(([value, distort, place]) => odd((asker: Asker) => distort(written(value, asker), place))),
    },
    { weight: 15, arbitrary: fc.constant(odd(() => tooLarge)) },
  );
}

const bytes = (...all: (string | Buffer | number[])[]): Buffer =>
  Buffer.concat(all.map((each) => (Array.isArray(each) ? Buffer.from(each) : Buffer.from(each))));

/** More than any body may weigh. */
const tooLarge = Buffer.alloc(2 * 1024 * 1024 + 1, "[");

/** What can become of a JSON text on its way. */
const distortions: readonly ((json: Buffer, place: number) => Buffer | undefined)[] = [
  () => undefined,
  () => Buffer.alloc(0),
  (json) => bytes("\ufeff", json),
  (json) => bytes(" \t\r\n", json, "\n"),
  (json) => bytes("\0", json),
  (json) => bytes(json, "\0"),
  (json) => bytes(json, json),
  (json) => bytes("[", json, "]"),
  (json) => bytes(")]}',\n", json),
  (json) => Buffer.from(json.toString(), "utf16le"),
  (json, place) => json.subarray(0, place % (json.length + 1)),
  (json, place) => spliced(json, place, [0xff]),
  (json, place) => spliced(json, place, [0xe2, 0x82]),
  (json, place) => spliced(json, place, [0xed, 0xa0, 0x80]),
  (json, place) => spliced(json, place, [0xc0, 0xaf]),
  (json, place) => spliced(json, place, [0]),
  (json, place) => spliced(json, place, [0x5c]),
  (json, place) => spliced(json, place, [0x22]),
  (json, place) => spliced(json, place, [0x5c, 0x75, 0x64, 0x38, 0x30, 0x30]),
];

function spliced(json: Buffer, place: number, added: number[]): Buffer {
  const at = place % (json.length + 1);
  return bytes(json.subarray(0, at), added, json.subarray(at));
}

const bodyNobodyAskedFor: fc.Arbitrary<Part<Buffer | undefined>> = often<Part<Buffer | undefined>>(
  fc.constant(sound(() => undefined)),
  fc.constantFrom("", "{}", "null", "{", "x".repeat(100_000)).map((body) => odd(() => Buffer.from(body))),
);

const none: fc.Arbitrary<Part<string>> = fc.constant(sound(() => ""));

function often<T>(usual: fc.Arbitrary<T>, strange: fc.Arbitrary<T>, times = 12): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: usual }, { weight: 1, arbitrary: strange });
}

function joined<T>(parts: readonly fc.Arbitrary<Part<T>>[], join: (all: readonly T[]) => T): fc.Arbitrary<Part<T>> {
  return fc.tuple(...parts).map((all) => ({
    isSound: all.every(({ isSound }) => isSound),
    write: (asker) => join(all.map((part) => part.write(asker))),
  }));
}
