export * from "./builders.js";
export * from "./contracts/index.js";
export * from "./fakes.js";
export type * from "./test-framework.js";
