export { backUpStore, type BackupResult } from "./backup/backup.js";
export { restoreStore, type RestoreResult } from "./backup/restore.js";
export { hasStore } from "./database/connection.js";
export { openSqliteStore, type SqliteOptions } from "./store.js";
