export { openSqliteStore, type SqliteOptions } from "./store.js";
