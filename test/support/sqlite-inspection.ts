import { faultsOf, workLeft } from "./store-consistency.js";
import { rowCounts, rowCountsOf, rowsOf } from "./store-file.js";
import type { RowCounts, StoreInspection } from "./store-inspection.js";

/** Looks into the SQLite file of a data directory. */
export class SqliteInspection implements StoreInspection {
  constructor(private readonly directory: string) {}

  countRows(): Promise<RowCounts> {
    return Promise.resolve(rowCounts(this.directory));
  }

  countRowsOf(conversationId: string): Promise<RowCounts & { readonly tombstones: number }> {
    return Promise.resolve(rowCountsOf(this.directory, conversationId));
  }

  listConversationIds(): Promise<string[]> {
    return Promise.resolve(rowsOf(this.directory, "SELECT id FROM conversations").map(({ id }) => String(id)));
  }

  listQuotaUses(): Promise<number[]> {
    return Promise.resolve(rowsOf(this.directory, "SELECT used FROM quotas").map(({ used }) => Number(used)));
  }

  findFaults(): Promise<string[]> {
    return Promise.resolve(faultsOf(this.directory));
  }

  countUnprocessed(): Promise<number> {
    return Promise.resolve(workLeft(this.directory));
  }

  countQueuedDeliveries(): Promise<number> {
    const [row] = rowsOf(this.directory, "SELECT count(*) AS count FROM webhook_deliveries WHERE due_at IS NOT NULL");
    return Promise.resolve(Number(row?.["count"]));
  }
}
