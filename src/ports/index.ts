export type * from "./driven/index.js";
export type * from "./driving/index.js";
