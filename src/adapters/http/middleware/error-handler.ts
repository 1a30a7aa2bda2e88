import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { EventLog } from "../../../ports/driven/index.js";
import { HttpError, INTERNAL_ERROR_DETAIL, toHttpErrorResponse } from "../kernel/errors.js";
import type { RequestState } from "./access-log.js";

/**
 * Logs errors that occur while a response is sent, which Koa would print. A client that disconnects is not a failure.
 */
export function createErrorListener(log: EventLog): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    const isConnectionError = error.syscall !== undefined || error.code === "ERR_STREAM_PREMATURE_CLOSE";
    if (isConnectionError) log.info("request.aborted", { error: error.code });
    else log.error("request.failed", { error: error.stack ?? String(error) });
  };
}

/** Converts an error of the middleware after it to a response. */
export function errorHandler(log: EventLog): Koa.Middleware<RequestState> {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      const errorResponse = toHttpErrorResponse(error);
      if (!errorResponse) {
        const { requestId } = context.state;
        log.error("request.failed", { request: requestId, error: String((error as Error).stack ?? error) });
      }
      const { status, detail, headers } = errorResponse ?? { status: 500, detail: INTERNAL_ERROR_DETAIL, headers: {} };
      context.status = status;
      context.set(headers);
      context.body = { detail };
    }
  };
}

/** Rejects a request without exactly one Host header before its route handles it. */
export const singleHost: Koa.Middleware = (context, next) => {
  requireSingleHost(context.req);
  return next();
};

/** Rejects a request that no route has handled. */
export const unroutedRequests: Koa.Middleware = async (context, next) => {
  await next();
  if (context.body == null && context.status === 404) throw createNotRoutedError(context);
};

/**
 * Rejects a request without exactly one Host header (RFC 9112, section 3.2). Node's parser could check it too, but its
 * response would not have the shape of the other errors.
 * @throws HttpError 400 for a missing or repeated Host.
 */
function requireSingleHost({ httpVersion, headers, rawHeaders }: IncomingMessage): void {
  if (httpVersion === "1.1" && !headers.host) throw new HttpError(400, "Host header is missing");
  let hostHeaderCount = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (name.length === HOST_HEADER.length && name.toLowerCase() === HOST_HEADER) hostHeaderCount += 1;
  }
  if (hostHeaderCount > 1) throw new HttpError(400, "Host header is repeated");
}

const HOST_HEADER = "host";

/** Creates the error for a request that no route handled: 405 for a known path, otherwise 404. */
function createNotRoutedError({
  matched = [],
}: Koa.Context & { readonly matched?: readonly { methods: string[] }[] }): HttpError {
  const allowedMethods = new Set(matched.flatMap(({ methods }) => methods));
  if (allowedMethods.size === 0) return new HttpError(404, "Not Found");
  return new HttpError(405, "Method Not Allowed", { Allow: [...allowedMethods].join(", ") });
}
