export type * from "./access.js";
export type * from "./api-keys.js";
export type * from "./call.js";
export type * from "./conversations.js";
export type * from "./folders.js";
export type * from "./memory-search.js";
export type * from "./page.js";
export type * from "./users.js";
