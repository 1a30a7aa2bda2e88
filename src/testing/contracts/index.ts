export * from "./action-item-repository.contract.js";
export * from "./api-key-repository.contract.js";
export * from "./conversation-repository.contract.js";
export * from "./folder-repository.contract.js";
export * from "./rate-limiter.contract.js";
export * from "./settlements.contract.js";
export * from "./store-health.contract.js";
export * from "./user-repository.contract.js";
