import type { Archive, ArchiveEntry, ArchivePutResult } from "../../ports/driven/archive.js";
import { putArchiveEntries, soleOwnerOf } from "../store-support/put-archive.js";
import { ArchiveSnapshot } from "./archive-snapshot.js";
import { SqliteArchiveTarget } from "./archive-target.js";
import type { Database } from "./database.js";

export class SqliteArchive implements Archive {
  readonly #target: SqliteArchiveTarget;

  constructor(private readonly database: Database) {
    this.#target = new SqliteArchiveTarget(database);
  }

  async countEntries(userId?: string): Promise<number> {
    const snapshot = await this.#openSnapshot();
    try {
      return await snapshot.count(userId);
    } finally {
      snapshot.close();
    }
  }

  async *entries(userId?: string): AsyncIterable<ArchiveEntry> {
    const snapshot = await this.#openSnapshot();
    try {
      yield* snapshot.apps(userId);
      if (userId !== undefined) yield* snapshot.entriesOf(userId);
      else yield* snapshot.entriesOfAll();
    } finally {
      snapshot.close();
    }
  }

  put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult> {
    const owner = soleOwnerOf(entries);
    const isDeletion = entries.some(({ kind }) => kind === "tombstone");
    return this.database.remove(
      owner,
      () => putArchiveEntries(entries, this.#target, now),
      ({ added }) => isDeletion && added > 0,
    );
  }

  async #openSnapshot(): Promise<ArchiveSnapshot> {
    return new ArchiveSnapshot(await this.database.openReader());
  }
}
