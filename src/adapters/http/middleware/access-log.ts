import type Koa from "koa";
import type { EventLog, IdGenerator } from "../../../ports/driven/index.js";

/** The state of a request, which the middleware share. */
export interface RequestState {
  requestId: string;
}

/** Gives each request an ID, for its log lines and the header `X-Request-Id`. */
export function requestId(ids: IdGenerator): Koa.Middleware<RequestState> {
  return (context, next) => {
    context.state.requestId = ids.generate();
    context.res.setHeader("X-Request-Id", context.state.requestId);
    return next();
  };
}

/** Logs each request when its response is ready to be sent, with the time until then. */
export function accessLog(log: EventLog): Koa.Middleware<RequestState> {
  return async (context, next) => {
    const startedAtMs = performance.now();
    await next();
    log.info("request.completed", {
      method: context.req.method,
      route: (context as Koa.Context)._matchedRoute ?? null,
      status: context.status,
      milliseconds: Math.round((performance.now() - startedAtMs) * 10) / 10,
      request: context.state.requestId,
    });
  };
}
