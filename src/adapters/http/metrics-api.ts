import Koa from "koa";
import type { EventLog } from "../../ports/driven/event-log.js";
import { apiHeaders } from "./security-headers.js";

/** What can be read of the service's state, in some format. */
export interface Exposition {
  read(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Serves `/metrics` and nothing else, to be listened with on a port that clients do not reach (design 7). */
export function createMetricsApi(metrics: Exposition, log: EventLog): Koa {
  const api = new Koa();
  api.use(async (context) => {
    for (const [name, value] of apiHeaders) context.res.setHeader(name, value);
    if (context.path !== "/metrics" || context.method !== "GET") return;
    const { contentType, text } = await metrics.read();
    context.set("Content-Type", contentType);
    context.body = text;
  });
  api.on("error", (error: Error) => log.warn("metrics.failed", { error: String(error) }));
  return api;
}
