export { InMemoryRateLimiter } from "./gcra-rate-limiter.js";
export { openInMemoryStore } from "./store.js";
