export * from "./gcra-rate-limiter.js";
