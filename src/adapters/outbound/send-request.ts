import { isIP, type LookupFunction } from "node:net";
import { Client, errors } from "undici";
import type { OutboundFailureReason } from "../../ports/driven/delivery/outbound-client.js";
import { isRedirectStatus } from "../outbound-support/http-status.js";
import { OutboundError } from "./outbound-target.js";

export interface RequestOptions {
  readonly url: URL;
  /** The checked addresses of the URL's host; no other address is connected to. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** The limit for the decoded response body. */
  readonly maxResponseBytes: number;
  /** Aborts the request in any phase. */
  readonly signal: AbortSignal;
  /** Called when the connection is established, including the TLS handshake. */
  readonly onConnected: () => void;
}

export interface HttpResponse {
  readonly status: number;
  readonly body: string;
}

type UndiciResponse = Awaited<ReturnType<Client["request"]>>;

/**
 * Sends one POST request over a new connection, which is not reused: a later call must not use a connection to an
 * address that was checked for this one.
 * @throws OutboundError, or the signal's reason.
 */
export async function sendRequest({
  url,
  addresses,
  signal,
  maxResponseBytes,
  onConnected,
  ...requestFields
}: RequestOptions): Promise<HttpResponse> {
  let failureReason: OutboundFailureReason = "unreachable";
  const client = new Client(url.origin, {
    // The signal limits the total time. The client's own timeouts restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: createFixedLookup(addresses), signal, timeout: 0, allowH2: false, maxCachedSessions: 0 },
  });
  client.once("connect", () => {
    failureReason = "broken";
    onConnected();
  });
  try {
    const path = `${url.pathname}${url.search}`;
    const response = await client.request({ ...requestFields, method: "POST", path, signal, reset: true });
    return { status: response.statusCode, body: await readBody(response, maxResponseBytes) };
  } catch (error) {
    signal.throwIfAborted();
    // An invalid request is a defect of the caller, not a failure of the server.
    if (error instanceof OutboundError || error instanceof errors.InvalidArgumentError) throw error;
    throw new OutboundError(failureReason);
  } finally {
    await client.destroy();
  }
}

/** Returns the checked addresses for every look-up, so that no second DNS query can return others. */
function createFixedLookup(addresses: readonly string[]): LookupFunction {
  const results = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = results;
    if (!first) callback(new Error("no address"), "");
    else if (all === true) callback(null, results);
    else callback(null, first.address, first.family);
  };
}

async function readBody({ statusCode, headers, body }: UndiciResponse, maxResponseBytes: number): Promise<string> {
  // Destroying the connection before the body is read raises an error that is expected.
  body.once("error", () => undefined);
  if (isRedirectStatus(statusCode)) throw new OutboundError("redirected");
  if (isEncoded(headers["content-encoding"], "identity") || isEncoded(headers["transfer-encoding"], "chunked")) {
    throw new OutboundError("encoded");
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxResponseBytes) throw new OutboundError("too_large");
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Whether the header names a coding other than the one that leaves the body unchanged. */
function isEncoded(header: string | string[] | undefined, identityCoding: string): boolean {
  return header !== undefined && [header].flat().some((value) => value.trim().toLowerCase() !== identityCoding);
}
