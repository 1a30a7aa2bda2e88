export * from "./builders.js";
export * from "./contracts/index.js";
export * from "./fixed-clock.js";
export * from "./manual-scheduler.js";
export type * from "./registrar.js";
export * from "./sequential-ids.js";
