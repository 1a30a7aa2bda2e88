import { findSqliteFaults, countUnprocessed } from "./sqlite-consistency.js";
import { countTableRows, countConversationRows, queryRows } from "./sqlite-file.js";
import type { RowCounts, StoreInspection } from "./store-inspection.js";

/** Reads the SQLite file of a data directory directly. */
export class SqliteInspection implements StoreInspection {
  constructor(private readonly directory: string) {}

  countRows(): Promise<RowCounts> {
    return Promise.resolve(countTableRows(this.directory));
  }

  countRowsOf(conversationId: string): Promise<RowCounts & { readonly tombstones: number }> {
    return Promise.resolve(countConversationRows(this.directory, conversationId));
  }

  listConversationIds(): Promise<string[]> {
    return Promise.resolve(queryRows(this.directory, "SELECT id FROM conversations").map(({ id }) => String(id)));
  }

  listQuotaUses(): Promise<number[]> {
    return Promise.resolve(queryRows(this.directory, "SELECT used FROM quotas").map(({ used }) => Number(used)));
  }

  findFaults(): Promise<string[]> {
    return Promise.resolve(findSqliteFaults(this.directory));
  }

  countUnprocessed(): Promise<number> {
    return Promise.resolve(countUnprocessed(this.directory));
  }

  countQueuedDeliveries(): Promise<number> {
    const [row] = queryRows(
      this.directory,
      "SELECT count(*) AS count FROM webhook_deliveries WHERE due_at IS NOT NULL",
    );
    return Promise.resolve(Number(row?.["count"]));
  }
}
