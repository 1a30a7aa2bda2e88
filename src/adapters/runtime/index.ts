export { createRuntimeComponents, type RuntimePorts } from "./create-runtime-components.js";
export { DistributedLimiter, type DistributedLimiterPorts } from "./distributed-limiter.js";
export { Semaphore } from "./semaphore.js";
export { ThreadPool, type ThreadPoolOptions } from "./thread-pool.js";
