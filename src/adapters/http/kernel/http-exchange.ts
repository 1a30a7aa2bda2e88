import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { RequestContext } from "../../../ports/driving/request-context.js";
import { parseJsonBody, readBody } from "./json-body.js";
import { parsePreferHeader, type ProcessingPreference } from "./headers.js";
import { parseQuery } from "./query-string.js";
import type { TransferReservation } from "../server/transfer-budget.js";
import type { NamingProfile } from "./naming-profile.js";

/** One request, as its route reads it. Values that few routes need are parsed on access. */
export class HttpExchange {
  /**
   * @param transfer counts the received bytes.
   * @param publicUrl the base URL for links; the scheme and host of the request when absent.
   * @param bufferedBody the body, if it was received already.
   */
  constructor(
    private readonly koaContext: Koa.Context,
    readonly context: RequestContext,
    readonly naming: NamingProfile,
    private readonly transfer: TransferReservation,
    private readonly publicUrl?: string,
    private bufferedBody?: Buffer,
  ) {}

  /** The raw body, if it was received. */
  get receivedBody(): Buffer | undefined {
    return this.bufferedBody;
  }

  /** The ID of the last event that a reconnecting client received. */
  get lastEventId(): string | undefined {
    return this.koaContext.req.headers["last-event-id"] as string | undefined;
  }

  /** The path parameters. */
  get path(): Readonly<Record<string, string>> {
    return this.koaContext.params as Readonly<Record<string, string>>;
  }

  /** The query parameters as text, before validation. */
  get queryParameters(): Readonly<Record<string, string>> {
    return parseQuery(this.koaContext.querystring);
  }

  get preference(): ProcessingPreference {
    return parsePreferHeader(this.koaContext.req.headers);
  }

  /** The scheme and host under which clients reach the service. */
  get origin(): string {
    return this.publicUrl ?? `${this.koaContext.protocol}://${this.koaContext.host}`;
  }

  /** The path and query as received. */
  get requestTarget(): string {
    return this.koaContext.path + this.koaContext.search;
  }

  /** Reads and parses the body like `receiveBody` and `parseJsonBody`. */
  async readJson(maxBytes: number): Promise<unknown> {
    this.bufferedBody ??= await receiveBody(this.koaContext, maxBytes, this.transfer);
    return parseJsonBody(this.bufferedBody);
  }

  setResponseHeader(name: string, value: string): void {
    this.koaContext.set(name, value);
  }
}

/**
 * Reads the body like `readBody`. Call it once, and only after the credential is verified, except for the secret of an
 * app (decision 1.10).
 */
export function receiveBody(
  { req, res }: Koa.Context,
  maxBytes: number,
  transfer: TransferReservation,
): Promise<Buffer> {
  // A client that sends `Expect: 100-continue` waits for this before it sends the body.
  if (expectsContinue(req)) res.writeContinue();
  return readBody(req, { maxBytes, onReceived: (receivedBytes) => transfer.reserveReceived(receivedBytes) });
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}
