export * from "./memory-classifier.contract.js";
export * from "./outbound-client.contract.js";
export * from "./passage-index.contract.js";
export * from "./push-channel.contract.js";
export * from "./rate-limiter.contract.js";
export * from "./sealer.contract.js";
export * from "./store.contract.js";
export * from "./writer.contract.js";
