import type { DatabaseSync } from "node:sqlite";
import { normalizeText } from "../../../domain/text/normalize-text.js";
import { computeContentDigest } from "../../store-support/content-digest.js";
import { MIGRATIONS } from "./migrations.js";

/** "mnem" */
const APPLICATION_ID = 0x6d6e656d;

/**
 * Writes "mnem" into the header of the file, by which tools such as `file` identify its application. A repetition
 * changes nothing but is still a write, so health checks use it to test the disk.
 */
export const SET_APPLICATION_ID_SQL = `PRAGMA application_id = ${APPLICATION_ID}`;

/**
 * Applies missing migrations in one transaction. Several processes may call it at the same time.
 * @throws Error when a later version of the program wrote the file.
 */
export function migrateSchema(db: DatabaseSync): void {
  if (isUpToDate(db)) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    if (!isUpToDate(db)) {
      db.function("content_digest", (json) => computeContentDigest(normalizeText(JSON.parse(String(json)) as string)));
      for (const migration of MIGRATIONS.slice(readSchemaVersion(db))) db.exec(migration);
      db.exec(SET_APPLICATION_ID_SQL);
      db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    }
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** @throws Error unless the file is an intact mneme store of a version that this program can open. */
export function verifyStore(db: DatabaseSync): void {
  const { application_id: applicationId } = db.prepare("PRAGMA application_id").get() ?? {};
  if (applicationId !== APPLICATION_ID || readSchemaVersion(db) === 0) throw new Error("it is not a mneme store");
  isUpToDate(db);
  const [integrityResult] = db.prepare("PRAGMA integrity_check(1)").all();
  if (integrityResult?.integrity_check !== "ok")
    throw new Error(`it is damaged: ${String(integrityResult?.integrity_check)}`);
}

function isUpToDate(db: DatabaseSync): boolean {
  const version = readSchemaVersion(db);
  if (version > MIGRATIONS.length) {
    throw new Error(`it has version ${version}, this program knows ${MIGRATIONS.length} at most: use a newer one`);
  }
  return version === MIGRATIONS.length;
}

function readSchemaVersion(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.user_version);
}
