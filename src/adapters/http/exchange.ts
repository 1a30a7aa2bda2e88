import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { Call } from "../../ports/driving/call.js";
import { parseJsonBody, readBody } from "./json-body.js";
import { readPreference, type Preference } from "./preference.js";
import { parseQuery } from "./query.js";
import type { Transfer } from "./transfer-budget.js";
import type { WireNames } from "./wire-names.js";

/** One request, as far as it is known when its route is entered. What few routes ask for is found when it is asked for. */
export class Exchange {
  /**
   * @param names decision 11.
   * @param transfer counts what it receives.
   * @param publicUrl what clients call us, for links; what they called us when absent.
   * @param receivedBody the body, where it has been received already.
   */
  constructor(
    private readonly context: Koa.Context,
    readonly call: Call,
    readonly names: WireNames,
    private readonly transfer: Transfer,
    private readonly publicUrl?: string,
    private receivedBody?: Buffer,
  ) {}

  /** The body as it came, where it has been received. */
  get received(): Buffer | undefined {
    return this.receivedBody;
  }

  /** What a client that comes back to a stream has heard last. */
  get lastEventId(): string | undefined {
    return this.context.req.headers["last-event-id"] as string | undefined;
  }

  /** What stands in the path's braces. */
  get path(): Readonly<Record<string, string>> {
    return this.context.params as Readonly<Record<string, string>>;
  }

  /** As it came, unread. */
  get parameters(): Readonly<Record<string, string>> {
    return parseQuery(this.context.querystring);
  }

  get preference(): Preference {
    return readPreference(this.context.req.headers);
  }

  /** Scheme and host that clients call us by. */
  get origin(): string {
    return this.publicUrl ?? `${this.context.protocol}://${this.context.host}`;
  }

  /** Path and query as they came. */
  get target(): string {
    return this.context.path + this.context.search;
  }

  /** As `receiveBody` and `parseJsonBody`. */
  async readJson(maxBytes: number): Promise<unknown> {
    this.receivedBody ??= await receiveBody(this.context, maxBytes, this.transfer);
    return parseJsonBody(this.receivedBody);
  }

  /** Sets a header of the answer. */
  set(name: string, value: string): void {
    this.context.set(name, value);
  }
}

/** As `readBody`; to be called once, and not before the credential has been found good. */
export function receiveBody({ req, res }: Koa.Context, maxBytes: number, transfer: Transfer): Promise<Buffer> {
  // Decision 1.10: a client that asks first sends nothing before.
  if (expectsContinue(req)) res.writeContinue();
  return readBody(req, { maxBytes, onReceived: (length) => transfer.receive(length) });
}

function expectsContinue({ headers }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}
