import { ContainerModule } from "inversify";
import { getActiveEmbedder } from "./model-modules.js";
import { provide } from "./tokens.js";
import * as tokens from "./tokens.js";

/** Imports the metrics library only when metrics are on. */
export const metricsModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.metrics, {
    dependencies: { settings: tokens.settings, store: tokens.store, clock: tokens.clock },
    create: async ({ settings, store: { statistics }, clock }) => {
      const { ServiceMetrics } = await import("../adapters/metrics/index.js");
      return new ServiceMetrics({ statistics, clock, embedder: getActiveEmbedder(settings) });
    },
    close: (metrics) => metrics?.close(),
  });
  provide(bind, tokens.log, {
    dependencies: { baseLog: tokens.baseLog, metrics: tokens.metrics },
    create: async ({ baseLog, metrics }) => {
      const { MetricsEventLog } = await import("../adapters/metrics/index.js");
      return metrics ? new MetricsEventLog(baseLog, metrics) : baseLog;
    },
  });
});

export const noMetricsModule = new ContainerModule(({ bind }) => {
  provide(bind, tokens.metrics, { dependencies: {}, create: () => undefined });
  provide(bind, tokens.log, { dependencies: { written: tokens.baseLog }, create: ({ written: baseLog }) => baseLog });
});
