import { resolve as resolvePath } from "node:path";
import { Container } from "inversify";
import { createMetricsApi, listen, type RunningServer } from "../adapters/http/index.js";
import type { ServiceHandle } from "../adapters/cli/service-handle.js";
import { createArchives } from "./archives.js";
import { createModules } from "./modules.js";
import type { Settings } from "./settings.js";
import { createServiceStatus } from "./service-status.js";
import * as tokens from "./tokens.js";

/** How long `close` waits for background work, in milliseconds; then the leases of the rest are released. */
const WORK_GRACE_MS = 3_000;
/** Longer, so that requests which wait for background work get a response when its lease is released. */
const REQUESTS_GRACE_MS = 5_000;
const METRICS_GRACE_MS = 500;

/** Creates the container of all parts of the service, which are created on first use. */
export function createContainer(settings: Settings): Container {
  const container = new Container();
  container.bind<Settings>(tokens.settings).toConstantValue(settings);
  container.load(...createModules(settings));
  return container;
}

/**
 * Opens the store and creates the service, which does not listen yet.
 * @param container a container in which some parts are replaced, for example in tests.
 * @throws Error with a one-line message when the store cannot be opened.
 */
export async function openService(settings: Settings, container = createContainer(settings)): Promise<ServiceHandle> {
  const resolve = <T>(token: tokens.Token<T>): Promise<T> => container.getAsync<T>(token);
  const application = await resolve(tokens.application).catch(async (error: unknown) => {
    // A wrong secret is detected after the store was opened.
    await container.unbindAllAsync();
    throw error;
  });
  const [clock, ids] = await Promise.all([resolve(tokens.clock), resolve(tokens.ids)]);
  const issuer = settings.oidcIssuer === undefined ? await resolve(tokens.localIssuer) : undefined;
  let httpServer: RunningServer | undefined;
  let metricsServer: RunningServer | undefined;
  /** The embedding worker runs only after `listen`. It stops soon once the client is closed, which aborts its call. */
  const stopEmbedding = async (): Promise<void> => {
    if (!httpServer) return;
    const [client, backlog] = await Promise.all([resolve(tokens.embeddingClient), resolve(tokens.embeddingBacklog)]);
    client?.close();
    await backlog?.stop();
  };
  /** Fails the readiness probe while the server still accepts requests, so that a proxy selects another one. */
  const announceShutdown = async (): Promise<void> => {
    if (!httpServer) return;
    const [shutdown, scheduler] = await Promise.all([resolve(tokens.shutdown), resolve(tokens.scheduler)]);
    shutdown.abort();
    if (settings.shutdownDelayMs === 0) return;
    await new Promise<void>((resume) => scheduler.schedule(settings.shutdownDelayMs, resume, { isAwaited: true }));
  };
  const startMetricsServer = async (): Promise<RunningServer | undefined> => {
    const [metrics, log] = await Promise.all([resolve(tokens.metrics), resolve(tokens.log)]);
    if (!metrics || settings.metricsPort === undefined) return undefined;
    return listen(createMetricsApi(metrics, log), { host: "127.0.0.1", port: settings.metricsPort, ids });
  };
  return {
    application,
    clock,
    ids,
    isPersistent: settings.store !== "memory",
    dataDirectory: settings.store === "mongodb" ? undefined : resolvePath(settings.dataDirectory),
    archives: createArchives(await resolve(tokens.store), clock, settings.dataDirectory),
    ...(issuer ? { issueToken: (request) => issuer.issueToken(request) } : {}),
    status: async () => {
      const [{ statistics }, builtInSummariser, rateLimiter] = await Promise.all([
        resolve(tokens.store),
        resolve(tokens.builtInSummariser),
        resolve(tokens.rateLimiter),
      ]);
      return createServiceStatus(
        settings,
        await statistics.collect(),
        builtInSummariser.id,
        await rateLimiter.status(),
      );
    },
    listen: async ({ port } = { port: settings.port }) => {
      await (await resolve(tokens.redisRateLimiter))?.connect();
      httpServer = await listen(await resolve(tokens.httpApi), { host: settings.host, port, ids });
      metricsServer = await startMetricsServer();
      application.start();
      (await resolve(tokens.embeddingBacklog))?.start();
      const metrics = metricsServer && { metrics: `${metricsServer.url}/metrics` };
      return { url: settings.getPublicUrl(httpServer.port), address: httpServer.url, ...metrics };
    },
    close: async () => {
      await announceShutdown();
      await Promise.all([httpServer?.close(REQUESTS_GRACE_MS), application.stop(WORK_GRACE_MS)]);
      await metricsServer?.close(METRICS_GRACE_MS);
      await stopEmbedding();
      await container.unbindAllAsync();
    },
  };
}
