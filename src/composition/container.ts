import { resolve as resolvePath } from "node:path";
import { Container } from "inversify";
import { createMetricsApi, listen, type Listening } from "../adapters/http/index.js";
import type { Program } from "../adapters/cli/program.js";
import { createArchives } from "./archives.js";
import { modulesFor } from "./modules.js";
import type { Settings } from "./settings.js";
import { statusOf } from "./status.js";
import * as tokens from "./tokens.js";

/** How long background work may take to end, in milliseconds; then what is left of it is given back. */
const WORK_GRACE_MS = 3_000;
/** Longer, so that requests which wait for the work are answered when it is given back. */
const REQUESTS_GRACE_MS = 5_000;
const METRICS_GRACE_MS = 500;

/** All parts of the service, made when they are first asked for. */
export function createContainer(settings: Settings): Container {
  const container = new Container();
  container.bind<Settings>(tokens.settings).toConstantValue(settings);
  container.load(...modulesFor(settings));
  return container;
}

/**
 * The service on its store, not listening yet.
 * @param container where its parts come from, for one who has put others in place of some.
 * @throws Error in one line when the store cannot be opened.
 */
export async function openProgram(settings: Settings, container = createContainer(settings)): Promise<Program> {
  const resolve = <T>(what: tokens.Token<T>): Promise<T> => container.getAsync<T>(what);
  const application = await resolve(tokens.application).catch(async (error: unknown) => {
    // A wrong secret is detected after the store was opened.
    await container.unbindAllAsync();
    throw error;
  });
  const [clock, ids] = await Promise.all([resolve(tokens.clock), resolve(tokens.ids)]);
  const issuer = settings.oidcIssuer === undefined ? await resolve(tokens.localIssuer) : undefined;
  let listening: Listening | undefined;
  let metricsListening: Listening | undefined;
  /** Of a program that has not listened nothing of it was ever made. */
  const endEmbedding = async (): Promise<void> => {
    if (!listening) return;
    const [client, backlog] = await Promise.all([resolve(tokens.embeddingClient), resolve(tokens.embeddingBacklog)]);
    client?.close();
    await backlog?.stop();
  };
  const listenForMetrics = async (): Promise<Listening | undefined> => {
    const [metrics, log] = await Promise.all([resolve(tokens.metrics), resolve(tokens.log)]);
    if (!metrics || settings.metricsPort === undefined) return undefined;
    return listen(createMetricsApi(metrics, log), { host: "127.0.0.1", port: settings.metricsPort, ids });
  };
  return {
    application,
    clock,
    ids,
    keepsData: settings.store !== "memory",
    dataDirectory: settings.store === "mongodb" ? undefined : resolvePath(settings.dataDirectory),
    archives: createArchives(await resolve(tokens.store), clock, settings.dataDirectory),
    ...(issuer ? { issueToken: (request) => issuer.issue(request) } : {}),
    status: async () => {
      const [{ statistics }, builtIn, limiter] = await Promise.all([
        resolve(tokens.store),
        resolve(tokens.summariser),
        resolve(tokens.rateLimiter),
      ]);
      return statusOf(settings, await statistics.collect(), builtIn.id, await limiter.status());
    },
    listen: async ({ port } = { port: settings.port }) => {
      await (await resolve(tokens.redisRateLimiter))?.connect();
      listening = await listen(await resolve(tokens.api), { host: settings.host, port, ids });
      metricsListening = await listenForMetrics();
      application.start();
      (await resolve(tokens.embeddingBacklog))?.start();
      const metrics = metricsListening && { metrics: `${metricsListening.url}/metrics` };
      return { url: settings.publicUrl(listening.port), address: listening.url, ...metrics };
    },
    close: async () => {
      await Promise.all([listening?.close(REQUESTS_GRACE_MS), application.stop(WORK_GRACE_MS)]);
      await metricsListening?.close(METRICS_GRACE_MS);
      await endEmbedding();
      await container.unbindAllAsync();
    },
  };
}
