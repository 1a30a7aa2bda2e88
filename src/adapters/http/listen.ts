import { createServer, ServerResponse, STATUS_CODES, type IncomingMessage, type Server } from "node:http";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { AddressInfo, Socket } from "node:net";
import type Koa from "koa";
import type { Ids } from "../../ports/driven/ids.js";
import { ConnectionQueues } from "./connection-queue.js";
import { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, SOCKET_IDLE_TIMEOUT_MS } from "./timeouts.js";

export interface Listening {
  /** Where it is to be found, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Takes no more connections, lets requests in flight finish, and cuts what is left after `graceMs` milliseconds. */
  close(graceMs: number): Promise<void>;
}

export interface Where {
  readonly host: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Names the answers that no route makes. */
  readonly ids: Ids;
}

/** Decision 2.5: a notification's text travels in the query. In bytes. */
const MAX_HEADER_SIZE = 64 * 1024;
/** How often connections are checked for clients that take too long to send. */
const CHECK_INTERVAL_MS = 1_000;
const DRAIN_INTERVAL = 20;
/** How long clients are told to go away before they are shown out, in milliseconds. */
const FAREWELL = 200;
/** A busy process has not read yet what reached it in that time: so many turns of the event loop at least. */
const FAREWELL_TURNS = 10;
/** How long a client that has been refused may take to end its side of the connection, in milliseconds. */
const LINGER = 1_000;

/** Serves the application. @throws the system's error when the address cannot be had. */
export async function listen(api: Koa, { host, port, ids }: Where): Promise<Listening> {
  let isClosing = false;
  const server = createServer(
    {
      ServerResponse: answersOf(() => isClosing),
      maxHeaderSize: MAX_HEADER_SIZE,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      requireHostHeader: false,
    },
    (request, response) => {
      serve(request, response);
    },
  );
  server.timeout = SOCKET_IDLE_TIMEOUT_MS;
  const handle = api.callback();
  const queues = new ConnectionQueues((request, response) => void handle(request, response));
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    queues.add(request, response);
  };
  // The route says when it wants the body; any other expectation is not ours to refuse.
  server.on("checkContinue", serve).on("checkExpectation", serve);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    answerMalformed(error, socket, ids);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}`,
    port: bound,
    close: (graceMs) => {
      isClosing = true;
      return close(server, graceMs);
    },
  };
}

/** While a server is closing, its connections end with the answer under way: one that is kept would be asked again. */
function answersOf(isClosing: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    override writeHead(status: number, ...rest: readonly unknown[]): this {
      if (isClosing()) this.setHeader("Connection", "close");
      return super.writeHead(status, ...(rest as []));
    }
  };
}

/**
 * A kept connection that looks idle may have a request on its way: so for a moment every answer says that it is the
 * last one, and only then are idle connections ended.
 */
async function close(server: Server, graceMs: number): Promise<void> {
  await sleep(FAREWELL);
  for (let turn = 0; turn < FAREWELL_TURNS; turn += 1) await nextTurn();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  // A connection whose last answer went out without `Connection: close` is idle from then on, and says so to nobody.
  const drain = setInterval(() => server.closeIdleConnections(), DRAIN_INTERVAL);
  await new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  clearTimeout(cut);
  clearInterval(drain);
}

const malformed: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * What is no HTTP at all never reaches a route: it is answered in the usual shape, and the connection ends. Not at once,
 * for a reset would take the answer with it; and not when the client likes, for a slow one would keep it for ever.
 */
function answerMalformed(error: NodeJS.ErrnoException, socket: Socket, ids: Ids): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = malformed[error.code ?? ""] ?? 400;
  const reason = STATUS_CODES[status] ?? "";
  const body = JSON.stringify({ detail: reason });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nX-Request-Id: ${ids.fresh()}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const cut = setTimeout(() => socket.destroy(), LINGER);
  socket.once("close", () => {
    clearTimeout(cut);
  });
}
