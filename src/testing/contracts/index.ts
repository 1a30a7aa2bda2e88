export * from "./archive.contract.js";
export * from "./models.contract.js";
export * from "./delivery.contract.js";
export * from "./runtime.contract.js";
export * from "./store.contract.js";
