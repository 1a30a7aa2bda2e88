import { ContainerModule } from "inversify";
import { embedderInUse } from "./models.js";
import { provide } from "./token.js";
import * as tokens from "./tokens.js";

/** Imports the metrics library only when metrics are on. */
export const withMetrics = new ContainerModule(({ bind }) => {
  provide(bind, tokens.metrics, {
    needs: { settings: tokens.settings, store: tokens.store, clock: tokens.clock },
    make: async ({ settings, store: { statistics }, clock }) => {
      const { ServiceMetrics } = await import("../adapters/metrics/index.js");
      return new ServiceMetrics({ statistics, clock, embedder: embedderInUse(settings) });
    },
    close: (metrics) => metrics?.close(),
  });
  provide(bind, tokens.log, {
    needs: { written: tokens.writtenLog, metrics: tokens.metrics },
    make: async ({ written, metrics }) => {
      const { ObservedEventLog } = await import("../adapters/metrics/index.js");
      return metrics ? new ObservedEventLog(written, metrics) : written;
    },
  });
});

export const withoutMetrics = new ContainerModule(({ bind }) => {
  provide(bind, tokens.metrics, { needs: {}, make: () => undefined });
  provide(bind, tokens.log, { needs: { written: tokens.writtenLog }, make: ({ written }) => written });
});
