import fc from "fast-check";
import type { ClientResponse } from "./api-client.js";
import {
  hostileQueries,
  hostileSegments,
  hostileTexts,
  hostileCredentials,
  hostileHeaders,
  unsupportedMethods,
} from "./hostile-values.js";
import type { JsonSchema, OpenApiDocument, Operation, Parameter } from "./openapi-document.js";
import { validValue, hostileValue, invalidValue } from "./schema-arbitrary.js";
import type { CapturedValues } from "./captured-values.js";
import { toJsonText, toQueryText, CapturedReference, type WireValue } from "./wire-value.js";
import type { WireRequest } from "./wire-request.js";

/** A user who sends requests, with the values captured from earlier responses. */
export interface RequestingUser {
  /** A credential by the name of its security scheme. */
  readonly credentials: Readonly<Record<string, string>>;
  /** Valid credentials with a single scope each, by that scope. */
  readonly singleScopeCredentials: Readonly<Record<string, string>>;
  readonly capturedValues: CapturedValues;
}

/** A part of a request, which is written when it is sent: it may refer to values captured up to then. */
interface RequestPart<T> {
  /** Whether the part matches the declaration and the caller is authorized. */
  readonly isSound: boolean;
  readonly write: (asker: RequestingUser) => T;
}

export type PlannedRequest = RequestPart<WireRequest>;

type Header = readonly [name: string, value: string];

const validPart = <T>(write: RequestPart<T>["write"]): RequestPart<T> => ({ isSound: true, write });
const invalidPart = <T>(write: RequestPart<T>["write"]): RequestPart<T> => ({ isSound: false, write });

/** Generates requests to all operations of the document; operations with more input are more frequent. */
export function arbitraryRequests(document: OpenApiDocument): fc.Arbitrary<PlannedRequest> {
  return fc.oneof(
    ...document.operations.map((operation) => ({
      weight: 4 + (operation.parameters?.length ? 3 : 0) + (operation.requestBody ? 6 : 0),
      arbitrary: arbitraryRequest(document, operation),
    })),
  );
}

function arbitraryRequest(document: OpenApiDocument, operation: Operation): fc.Arbitrary<PlannedRequest> {
  return fc
    .record({
      method: mostly(
        fc.constant(validPart(() => operation.method)),
        fc.constantFrom(...unsupportedMethods).map((method) => invalidPart(() => method)),
        50,
      ),
      path: arbitraryPath(operation),
      query: arbitraryQuery(operation),
      headers: arbitraryHeaders(operation),
      credential: arbitraryCredential(operation, listRequiredScopes(document)),
      body: operation.requestBody
        ? arbitraryBody(operation.requestBody.content["application/json"].schema)
        : unexpectedBody,
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

/** Creates a request that reads the object in a response; undefined if the response contains no ID. */
export function createReadRequest(
  document: OpenApiDocument,
  operation: Operation,
  { body }: ClientResponse,
  { credentials }: RequestingUser,
): WireRequest | undefined {
  const id = (body as { readonly id?: unknown } | undefined)?.id;
  const collection = document.collectionOf(operation);
  const readOperation = document.operations.find(
    ({ method, path }) => method === "GET" && path.replace(/\/\{\w+\}$/, "") === collection && path !== collection,
  );
  if (typeof id !== "string" || !readOperation) return undefined;
  const switches = (readOperation.parameters ?? []).filter((parameter) => parameter.schema.type === "boolean");
  const scheme = Object.keys(readOperation.security?.[0] ?? {})[0] ?? "";
  return {
    method: "GET",
    target: `${collection}/${encodeURIComponent(id)}${formatQuery(switches.map(({ name }) => `${name}=true`))}`,
    headers: [["Authorization", `Bearer ${credentials[scheme]}`]],
  };
}

/** The path parameters are IDs of existing, deleted and unknown objects, or invalid. */
function arbitraryPath({ path }: Operation): fc.Arbitrary<RequestPart<string>> {
  const segments = path.split("/").map((segment, index, allSegments): fc.Arbitrary<RequestPart<string>> => {
    if (!segment.startsWith("{")) return fc.constant(validPart(() => segment));
    const collection = allSegments.slice(0, index).join("/");
    return fc.oneof(
      {
        weight: 16,
        arbitrary: fc
          .tuple(fc.nat(1000), fc.uuid())
          .map(([choice, unknown]) =>
            validPart(({ capturedValues }) => capturedValues.chooseId(collection, choice) ?? unknown),
          ),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.nat(1000), fc.uuid())
          .map(([choice, unknown]) =>
            invalidPart(({ capturedValues }) => capturedValues.chooseDeletedId(collection, choice) ?? unknown),
          ),
      },
      { weight: 1, arbitrary: fc.uuid().map((id) => invalidPart(() => id)) },
      { weight: 2, arbitrary: fc.constantFrom(...hostileSegments).map((segment) => invalidPart(() => segment)) },
    );
  });
  return combineParts(segments, (parts) => parts.join("/"));
}

function arbitraryQuery({ parameters = [] }: Operation): fc.Arbitrary<RequestPart<string>> {
  const queryParameters = parameters.filter((parameter) => parameter.in === "query");
  const invalidQuery = fc.constantFrom(...hostileQueries).map((query) => invalidPart(() => `?${query}`));
  if (queryParameters.length === 0) return mostly(emptyPart, invalidQuery);
  const validPairs = queryParameters.map((parameter) => arbitraryPair(parameter, validText(parameter), validPart));
  const validQuery = combineParts(
    queryParameters.map(({ required }, index) => {
      const pair = validPairs[index] ?? emptyPart;
      return required ? pair : fc.oneof({ weight: 3, arbitrary: emptyPart }, { weight: 1, arbitrary: pair });
    }),
    formatQuery,
  );
  const invalidPair = fc.oneof(
    ...queryParameters.map((parameter) => arbitraryPair(parameter, invalidText(parameter), invalidPart)),
  );
  const repeatedPair = fc.oneof(
    ...queryParameters.map((parameter, index) =>
      combineParts(
        [validPairs[index] ?? emptyPart, arbitraryPair(parameter, invalidText(parameter), invalidPart)],
        formatQuery,
      ),
    ),
  );
  return fc.oneof(
    { weight: 12, arbitrary: validQuery },
    {
      weight: 3,
      arbitrary: combineParts([validQuery, invalidPair], ([pairs = "", lastPair = ""]) =>
        pairs === "" ? formatQuery([lastPair]) : `${pairs}&${lastPair}`,
      ),
    },
    { weight: 1, arbitrary: repeatedPair },
    {
      weight: 1,
      arbitrary: combineParts(
        [validQuery, invalidQuery],
        ([pairs = "", lastPair = ""]) => pairs + (pairs === "" ? lastPair : lastPair.replace("?", "&")),
      ),
    },
  );
}

function formatQuery(pairs: readonly string[]): string {
  const presentPairs = pairs.filter((pair) => pair !== "");
  return presentPairs.length === 0 ? "" : `?${presentPairs.join("&")}`;
}

/** Parameters with arbitrary text, which is not a reference. */
const FREE_TEXT_PARAMETERS: ReadonlySet<string> = new Set(["message"]);

/** A free string in a query is a reference or a term of the service: only captured values are valid. */
function validText({ name, schema }: Parameter): fc.Arbitrary<WireValue> {
  const isFree = schema.type === "string" && !schema.enum && !schema.format && !FREE_TEXT_PARAMETERS.has(name);
  return isFree ? fc.nat(40).map((choice) => new CapturedReference(name, choice, null)) : validValue(schema);
}

function invalidText({ schema }: Parameter): fc.Arbitrary<WireValue> {
  return fc.oneof(invalidValue(schema), fc.constantFrom(...hostileTexts));
}

function arbitraryPair(
  { name }: Parameter,
  value: fc.Arbitrary<WireValue>,
  createPart: typeof validPart<string> | typeof invalidPart<string>,
): fc.Arbitrary<RequestPart<string>> {
  return value.map((wireValue) =>
    createPart(({ capturedValues }) => {
      const text = toQueryText(wireValue, capturedValues);
      // The HTTP parser rejects longer targets before the service sees them.
      return text === undefined ? "" : `${name}=${percentEncode(text).slice(0, 30_000)}`;
    }),
  );
}

/** Percent-encodes UTF-8; encodes lone surrogates as UTF-8 would if it allowed them. */
function percentEncode(text: string): string {
  return text.replaceAll(/\p{Surrogate}|[^\p{Surrogate}]+/gu, (part) =>
    /^\p{Surrogate}$/u.test(part) ? encodeSurrogate(part) : encodeURIComponent(part),
  );
}

function encodeSurrogate(codeUnit: string): string {
  const code = codeUnit.charCodeAt(0);
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    .map((byte) => `%${byte.toString(16).toUpperCase()}`)
    .join("");
}

function arbitraryHeaders({ requestBody }: Operation): fc.Arbitrary<RequestPart<readonly Header[]>> {
  const validHeaders: readonly Header[] = requestBody ? [["Content-Type", "application/json"]] : [];
  const invalidHeaders = fc
    .uniqueArray(fc.constantFrom(...hostileHeaders), { minLength: 1, maxLength: 3, selector: ([name]) => name })
    .map((headers) => invalidPart(() => headers));
  return mostly(fc.constant(validPart(() => validHeaders)), invalidHeaders);
}

function arbitraryCredential(
  { security = [], "x-required-scopes": required = [] }: Operation,
  scopes: readonly string[],
): fc.Arbitrary<RequestPart<readonly Header[]>> {
  const invalidCredentials = fc
    .constantFrom(...hostileCredentials)
    .map((value) => (value === undefined ? [] : [["Authorization", value] as const]));
  const schemes = security.flatMap((requirement) => Object.keys(requirement));
  if (schemes.length === 0)
    return mostly(
      fc.constant(validPart(() => [])),
      invalidCredentials.map((headers) => invalidPart(() => headers)),
    );
  const bearerHeader = (credential = ""): readonly Header[] => [["Authorization", `Bearer ${credential}`]];
  const validCredential = fc
    .constantFrom(...schemes)
    .map((scheme) => validPart(({ credentials }) => bearerHeader(credentials[scheme])));
  const missingScopes = scopes.filter((scope) => !required.includes(scope));
  return fc.oneof(
    { weight: 20, arbitrary: validCredential },
    { weight: 1, arbitrary: invalidCredentials.map((headers) => invalidPart(() => headers)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...missingScopes)
        .map((scope) => invalidPart(({ singleScopeCredentials }) => bearerHeader(singleScopeCredentials[scope]))),
    },
  );
}

/** Lists the scopes that operations of the document require. */
export function listRequiredScopes({ operations }: OpenApiDocument): string[] {
  return [...new Set(operations.flatMap(({ "x-required-scopes": scopes = [] }) => scopes))];
}

function arbitraryBody(schema: JsonSchema): fc.Arbitrary<RequestPart<Buffer | undefined>> {
  const serializeBody = (value: WireValue, { capturedValues }: RequestingUser): Buffer =>
    Buffer.from(toJsonText(value, capturedValues));
  const validValues = validValue(schema);
  return fc.oneof(
    {
      weight: 480,
      arbitrary: validValues.map((value) => validPart((asker: RequestingUser) => serializeBody(value, asker))),
    },
    {
      weight: 200,
      arbitrary: invalidValue(schema).map((value) =>
        invalidPart((asker: RequestingUser) => serializeBody(value, asker)),
      ),
    },
    {
      weight: 20,
      arbitrary: hostileValue.map((value) => invalidPart((asker: RequestingUser) => serializeBody(value, asker))),
    },
    {
      weight: 40,
      arbitrary: fc
        .tuple(validValues, fc.constantFrom(...BODY_DISTORTIONS), fc.nat())
        .map(([value, distort, position]) =>
          invalidPart((asker: RequestingUser) => distort(serializeBody(value, asker), position)),
        ),
    },
    { weight: 15, arbitrary: fc.constant(invalidPart(() => OVERSIZED_BODY)) },
  );
}

const concatBytes = (...parts: (string | Buffer | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (Array.isArray(part) ? Buffer.from(part) : Buffer.from(part))));

/** A body that exceeds the size limit. */
const OVERSIZED_BODY = Buffer.alloc(2 * 1024 * 1024 + 1, "[");

/** Corruptions of a JSON text in transit. */
const BODY_DISTORTIONS: readonly ((json: Buffer, position: number) => Buffer | undefined)[] = [
  () => undefined,
  () => Buffer.alloc(0),
  (json) => concatBytes("\ufeff", json),
  (json) => concatBytes(" \t\r\n", json, "\n"),
  (json) => concatBytes("\0", json),
  (json) => concatBytes(json, "\0"),
  (json) => concatBytes(json, json),
  (json) => concatBytes("[", json, "]"),
  (json) => concatBytes(")]}',\n", json),
  (json) => Buffer.from(json.toString(), "utf16le"),
  (json, position) => json.subarray(0, position % (json.length + 1)),
  (json, position) => insertBytes(json, position, [0xff]),
  (json, position) => insertBytes(json, position, [0xe2, 0x82]),
  (json, position) => insertBytes(json, position, [0xed, 0xa0, 0x80]),
  (json, position) => insertBytes(json, position, [0xc0, 0xaf]),
  (json, position) => insertBytes(json, position, [0]),
  (json, position) => insertBytes(json, position, [0x5c]),
  (json, position) => insertBytes(json, position, [0x22]),
  (json, position) => insertBytes(json, position, [0x5c, 0x75, 0x64, 0x38, 0x30, 0x30]),
];

function insertBytes(json: Buffer, position: number, addedBytes: number[]): Buffer {
  const index = position % (json.length + 1);
  return concatBytes(json.subarray(0, index), addedBytes, json.subarray(index));
}

const unexpectedBody: fc.Arbitrary<RequestPart<Buffer | undefined>> = mostly<RequestPart<Buffer | undefined>>(
  fc.constant(validPart(() => undefined)),
  fc.constantFrom("", "{}", "null", "{", "x".repeat(100_000)).map((body) => invalidPart(() => Buffer.from(body))),
);

const emptyPart: fc.Arbitrary<RequestPart<string>> = fc.constant(validPart(() => ""));

function mostly<T>(common: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, times = 12): fc.Arbitrary<T> {
  return fc.oneof({ weight: times, arbitrary: common }, { weight: 1, arbitrary: rare });
}

function combineParts<T>(
  parts: readonly fc.Arbitrary<RequestPart<T>>[],
  combine: (values: readonly T[]) => T,
): fc.Arbitrary<RequestPart<T>> {
  return fc.tuple(...parts).map((values) => ({
    isSound: values.every(({ isSound }) => isSound),
    write: (asker) => combine(values.map((part) => part.write(asker))),
  }));
}
