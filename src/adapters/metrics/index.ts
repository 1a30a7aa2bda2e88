export { ObservedEventLog, type Observer } from "./observed-log.js";
export { ServiceMetrics, type ServiceMetricsOptions } from "./service-metrics.js";
