export * from "./secrets.js";
export * from "./data-directory.js";
export * from "./v8-flags.js";
export * from "./master-secret.js";
export * from "./pino-event-log.js";
export * from "./system-time.js";
export * from "./system-ids.js";
