import type { SqliteDatabase } from "../database/database.js";
import type { AffectedUsers } from "./data-versions.js";

/**
 * Computes the next version of an aggregate and stores it if it differs. Call it inside a write.
 * @param change pure; returns `current` itself to change nothing.
 */
export function replaceIfChanged<A>(current: A, change: (current: A) => A, replace: (next: A) => void): A {
  const next = change(current);
  if (next !== current) replace(next);
  return next;
}

/**
 * Claims due rows in one write. Without due rows no write transaction is started, so that other writers do not wait.
 * @param affectedUsers as for `SqliteDatabase.write`.
 * @param findDue returns at most `maxRows` due rows.
 * @param claim stores the claim and returns the claimed aggregate.
 */
export async function claimDueRows<R, A>(
  database: SqliteDatabase,
  affectedUsers: AffectedUsers,
  limit: number,
  { findDue, claim }: { findDue: (maxRows: number) => readonly R[]; claim: (row: R) => A },
): Promise<A[]> {
  const isAnyDue = await database.read(() => findDue(1).length > 0);
  return isAnyDue ? database.write(affectedUsers, () => findDue(limit).map(claim)) : [];
}
