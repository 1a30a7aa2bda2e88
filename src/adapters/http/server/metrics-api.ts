import Koa from "koa";
import type { EventLog } from "../../../ports/driven/runtime/system.js";
import { securityHeaders } from "./security-headers.js";

/** Renders the metrics of the service and names their format. */
export interface MetricsSource {
  renderMetrics(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Creates an application that serves only `GET /metrics`, for a port that clients cannot reach. */
export function createMetricsApi(metrics: MetricsSource, log: EventLog): Koa {
  const api = new Koa();
  api.use(securityHeaders).use(async (context) => {
    if (context.path !== "/metrics" || context.method !== "GET") return;
    const { contentType, text } = await metrics.renderMetrics();
    context.set("Content-Type", contentType);
    context.body = text;
  });
  api.on("error", (error: Error) => log.warn("metrics.request_failed", { error: String(error) }));
  return api;
}
