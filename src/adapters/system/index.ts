export * from "./aes-gcm-sealer.js";
export * from "./heap.js";
export * from "./master-secret.js";
export * from "./pino-event-log.js";
export * from "./secrets.js";
export * from "./system-clock.js";
export * from "./system-ids.js";
export * from "./system-scheduler.js";
