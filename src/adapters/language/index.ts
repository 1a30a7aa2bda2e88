export { BuiltInSummariser } from "./built-in-summariser.js";
export * from "./search/index.js";
