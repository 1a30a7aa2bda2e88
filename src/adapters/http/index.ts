export { createHttpApi, routes, type HttpOptions } from "./server.js";
export { createMetricsApi } from "./metrics-api.js";
export { listen, type Listening } from "./listen.js";
export { wireNames, type WireNames } from "./wire-names.js";
