import { isIP } from "node:net";
import { isRedirect, isSuccess, LONGEST_ANSWER } from "../../domain/outbound-answer.js";
import { Circuit } from "../../domain/circuit.js";
import type { Clock } from "../../ports/driven/clock.js";
import type {
  OutboundClient,
  OutboundRequest,
  OutboundResult,
  RefusalReason,
} from "../../ports/driven/outbound-client.js";

/** What somebody out there answers. */
export type Peer = (request: OutboundRequest) => { readonly status: number; readonly body?: string };

/** A request, with its body as it was sent. */
export type Received = OutboundRequest & { readonly body: string | Uint8Array };

/** A world of peers in memory, which answer at once: who is not among them has no address. */
export class InMemoryOutboundClient implements OutboundClient {
  /** What reached somebody, oldest first. */
  readonly received: Received[] = [];
  /** By origin. */
  private readonly peers = new Map<string, Peer>();
  private readonly circuits = new Map<string, Circuit>();

  constructor(private readonly clock: Clock) {}

  /** @param origin such as `https://app.example`, without a path. */
  put(origin: string, peer: Peer): void {
    this.peers.set(origin, peer);
  }

  async post(request: OutboundRequest): Promise<OutboundResult> {
    const url = URL.parse(request.url);
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") {
      return refused("invalid_url");
    }
    const circuit = this.circuits.get(request.lane) ?? Circuit.closed;
    const nowMs = this.clock.monotonicMs();
    if (circuit.isOpen(nowMs)) return refused("circuit_open");
    const body = typeof request.body === "function" ? await request.body() : request.body;
    if (body === undefined) return refused("withdrawn");
    const result = this.answerTo({ ...request, body }, url);
    const succeeded = result.kind === "answered" && isSuccess(result.status);
    this.circuits.set(request.lane, succeeded ? Circuit.closed : circuit.failed(nowMs));
    return result;
  }

  private answerTo(request: Received, { origin, hostname }: URL): OutboundResult {
    // The filter of addresses needs addresses: here nobody has one.
    if (isIP(hostname.replace(/^\[|\]$/g, "")) > 0 || hostname === "localhost") return refused("forbidden_address");
    const peer = this.peers.get(origin);
    if (!peer) return refused("unresolved");
    this.received.push(structuredClone(request));
    const { status, body = "" } = peer(request);
    if (isRedirect(status)) return refused("redirected");
    if (Buffer.byteLength(body) > LONGEST_ANSWER) return refused("too_large");
    return { kind: "answered", status, body };
  }
}

const refused = (reason: RefusalReason): OutboundResult => ({ kind: "refused", reason });
