export { BuiltInSummariser } from "./built-in-summariser.js";
