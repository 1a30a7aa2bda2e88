export { MetricsEventLog, type EventObserver, ServiceMetrics, type ServiceMetricsOptions } from "./service-metrics.js";
