export { RedisRateLimiter, type RedisRateLimiterOptions } from "./rate-limiter.js";
