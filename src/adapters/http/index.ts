export { createHttpApi, routes, type HttpOptions } from "./server.js";
export { listen, type Listening } from "./listen.js";
export { wireNameTables, type WireNames } from "./wire-names.js";
