import { isIP, type LookupFunction } from "node:net";
import { Client, errors } from "undici";
import { isRedirect } from "../../domain/outbound-answer.js";
import type { RefusalReason } from "../../ports/driven/outbound-client.js";
import { Refusal } from "./refusal.js";

export interface Exchange {
  readonly url: URL;
  /** Of the URL's host, all of them checked: one of them is connected to and no other. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** Decoded, of the answer. */
  readonly mostBytes: number;
  /** Ends it at once, wherever it is. */
  readonly signal: AbortSignal;
  /** Called when the connection stands, and is trusted. */
  readonly onConnected: () => void;
}

export interface Answer {
  readonly status: number;
  readonly body: string;
}

type Response = Awaited<ReturnType<Client["request"]>>;

/**
 * One request over a connection of its own, which carries no other: none is left that could lead a later call to an
 * address that was checked for this one.
 * @throws Refusal, or the signal's reason.
 */
export async function exchange({ url, addresses, signal, mostBytes, onConnected, ...said }: Exchange): Promise<Answer> {
  let fault: RefusalReason = "unreachable";
  const client = new Client(url.origin, {
    // The time for all of it is the signal's: those of the client begin again with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { lookup: answering(addresses), signal, timeout: 0, allowH2: false, maxCachedSessions: 0 },
  });
  client.once("connect", () => {
    fault = "broken";
    onConnected();
  });
  try {
    const path = `${url.pathname}${url.search}`;
    const response = await client.request({ ...said, method: "POST", path, signal, reset: true });
    return { status: response.statusCode, body: await bodyOf(response, mostBytes) };
  } catch (error) {
    signal.throwIfAborted();
    // What is wrong with a request is our own fault.
    if (error instanceof Refusal || error instanceof errors.InvalidArgumentError) throw error;
    throw new Refusal(fault);
  } finally {
    await client.destroy();
  }
}

/** Answers a look-up with what was found already, so that nothing is looked up a second time. */
function answering(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, { all }, callback) => {
    const [first] = found;
    if (!first) callback(new Error("there is no address"), "");
    else if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}

async function bodyOf({ statusCode, headers, body }: Response, mostBytes: number): Promise<string> {
  // What is not read is ended with the connection, and that is no news.
  body.once("error", () => undefined);
  if (isRedirect(statusCode)) throw new Refusal("redirected");
  if (isEncoded(headers["content-encoding"], "identity") || isEncoded(headers["transfer-encoding"], "chunked")) {
    throw new Refusal("encoded");
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) throw new Refusal("too_large");
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** Whether the answer is encoded in another way than in the one that changes nothing. */
function isEncoded(header: string | string[] | undefined, harmless: string): boolean {
  return header !== undefined && [header].flat().some((value) => value.trim().toLowerCase() !== harmless);
}
