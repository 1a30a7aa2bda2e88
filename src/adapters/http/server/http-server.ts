import { createServer, ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import { setImmediate as waitForImmediate, setTimeout as sleep } from "node:timers/promises";
import type { AddressInfo, Socket } from "node:net";
import type Koa from "koa";
import type { IdGenerator } from "../../../ports/driven/runtime/system.js";
import { ConnectionQueues } from "./connection-queue.js";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, SOCKET_IDLE_TIMEOUT_MS } from "./timeouts.js";

export interface RunningServer {
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /**
   * Stops accepting connections, waits for running requests, and destroys the remaining connections after `graceMs`
   * milliseconds.
   */
  close(graceMs: number): Promise<void>;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Generates the request IDs of responses that no route sends. */
  readonly ids: IdGenerator;
}

/** Large, because the text of a direct notification travels in the query (decision 2.5). */
const MAX_HEADER_BYTES = 64 * 1024;
/** How often connections are checked for clients that take too long to send. */
const CONNECTION_CHECK_INTERVAL_MS = 1_000;
const IDLE_CLOSE_INTERVAL_MS = 20;
/** How long responses carry `Connection: close` before idle connections are closed. */
const DRAIN_RESPONSE_MS = 200;
/**
 * The minimum number of event loop iterations for the same purpose: a busy process may not have read requests that
 * arrived in that time.
 */
const MIN_DRAIN_TICKS = 10;
/** How long a client may take to close its side of the connection after the response to a malformed request. */
const LINGER_MS = 1_000;

/**
 * Serves the application.
 * @throws the system error when the server cannot listen on the address.
 */
export async function listen(api: Koa, { host, port, ids }: ListenOptions): Promise<RunningServer> {
  let isClosing = false;
  const server = createServer(
    {
      ServerResponse: createResponseClass(() => isClosing),
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_INTERVAL_MS,
      requireHostHeader: false,
    },
    (request, response) => {
      enqueueRequest(request, response);
    },
  );
  server.timeout = SOCKET_IDLE_TIMEOUT_MS;
  const handleRequest = api.callback();
  const connectionQueues = new ConnectionQueues((request, response) => void handleRequest(request, response));
  const enqueueRequest = (request: IncomingMessage, response: ServerResponse): void => {
    connectionQueues.add(request, response);
  };
  // The route sends `100 Continue` when it reads the body. Other expectations are ignored.
  server.on("checkContinue", enqueueRequest).on("checkExpectation", enqueueRequest);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    respondToMalformedRequest(error, socket, ids);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const boundPort = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${boundPort}`,
    port: boundPort,
    close: (graceMs) => {
      isClosing = true;
      return closeGracefully(server, graceMs);
    },
  };
}

/** Adds `Connection: close` to responses while the server is closing, so that clients do not reuse the connection. */
function createResponseClass(isClosing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...remainingArguments: readonly unknown[]): this {
      if (isClosing()) this.setHeader("Connection", "close");
      return super.writeHead(status, ...(remainingArguments as []));
    }
  };
}

/**
 * Closes the server. A keep-alive connection that looks idle may have a request in flight, so every response carries
 * `Connection: close` for `DRAIN_RESPONSE_MS` before idle connections are closed.
 */
async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  await sleep(DRAIN_RESPONSE_MS);
  for (let tick = 0; tick < MIN_DRAIN_TICKS; tick += 1) await waitForImmediate();
  const forceCloseTimer = setTimeout(() => server.closeAllConnections(), graceMs);
  // A connection whose last response was sent without `Connection: close` becomes idle without an event.
  const idleCloseTimer = setInterval(() => server.closeIdleConnections(), IDLE_CLOSE_INTERVAL_MS);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearTimeout(forceCloseTimer);
  clearInterval(idleCloseTimer);
}

const STATUS_BY_PARSER_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Responds to a request that is not valid HTTP, which reaches no route, with the usual error body, and closes the
 * connection. Does not destroy it at once, because a reset would discard the response; destroys it after `LINGER_MS`,
 * because a slow client could keep it open.
 */
function respondToMalformedRequest(error: NodeJS.ErrnoException, socket: Socket, ids: IdGenerator): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_BY_PARSER_ERROR[error.code ?? ""] ?? 400;
  const reason = STATUS_CODES[status] ?? "";
  const body = JSON.stringify({ detail: reason });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nX-Request-Id: ${ids.generate()}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const forceCloseTimer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => {
    clearTimeout(forceCloseTimer);
  });
}
