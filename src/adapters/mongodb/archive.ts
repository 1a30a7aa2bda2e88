import type { Archive, ArchiveEntry, ArchivePutResult } from "../../ports/driven/archive.js";
import { putArchiveEntriesAsync, soleOwnerOf } from "../store-support/put-archive.js";
import { ArchiveDocuments, MongoArchiveTarget } from "./archive-target.js";
import { ArchiveSnapshot } from "./archive-snapshot.js";
import { userQueue, type Database } from "./database.js";
import { Heads } from "./heads.js";

export class MongoArchive implements Archive {
  readonly #snapshot: ArchiveSnapshot;
  readonly #documents: ArchiveDocuments;
  readonly #heads: Heads;

  constructor(private readonly database: Database) {
    this.#snapshot = new ArchiveSnapshot(database);
    this.#documents = new ArchiveDocuments(database);
    this.#heads = new Heads(database);
  }

  countEntries(userId?: string): Promise<number> {
    return this.#snapshot.count(userId);
  }

  async *entries(userId?: string): AsyncIterable<ArchiveEntry> {
    yield* this.#snapshot.apps(userId);
    yield* userId === undefined ? this.#snapshot.entriesOfAll() : this.#snapshot.entriesOf(userId);
  }

  async put(entries: readonly ArchiveEntry[], now: Date): Promise<ArchivePutResult> {
    const owner = soleOwnerOf(entries);
    return this.database.write(userQueue(owner), async (transaction) => {
      await this.#heads.lock(owner, transaction);
      return putArchiveEntriesAsync(entries, new MongoArchiveTarget(this.#documents, transaction), now);
    });
  }
}
