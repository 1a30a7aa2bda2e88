export { InMemoryRateLimiter } from "./gcra-rate-limiter.js";
export { InMemoryOutboundClient, type Peer } from "./outbound-client.js";
export { InMemoryPushChannel, type PushReceiver } from "./push-channel.js";
export { openInMemoryStore } from "./store.js";
