export { InMemoryRateLimiter } from "./gcra-rate-limiter.js";
export { InMemoryOutboundClient, type FakeServer, InMemoryPushChannel, type PushReceiver } from "./delivery.js";
export { openInMemoryStore } from "./store.js";
