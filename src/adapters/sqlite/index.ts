export { backUpStore, type BackupResult } from "./backup.js";
export { restoreStore, type RestoreResult } from "./restore.js";
export { openSqliteStore, type SqliteOptions } from "./store.js";
