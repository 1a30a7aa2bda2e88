export { ThreadPool, type ThreadPoolOptions } from "./thread-pool.js";
