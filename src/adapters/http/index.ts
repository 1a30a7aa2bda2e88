export { createHttpApi, type HttpApiOptions, createRoutes } from "./create-http-api.js";
export { createMetricsApi } from "./server/metrics-api.js";
export { listen, type RunningServer } from "./server/http-server.js";
export { namingProfiles, type NamingProfile } from "./kernel/naming-profile.js";
