import type { Collection, Document, Filter, FindOptions, UpdateFilter } from "mongodb";
import type { PageRequest } from "../../../ports/paging.js";
import { decodeState, encodeState } from "../database/state-codec.js";
import type { MongoDatabase } from "../database/database.js";
import type { MongoTransaction } from "../database/write-queue.js";

/** The key of a document: the ID of an object within a user, or a global ID. */
export type Key = { readonly user: string; readonly id: string } | { readonly id: string };

/** Computed fields beside the state, for queries and sorting. Null and undefined ones are not stored. */
export type DocumentFields = Readonly<Record<string, unknown>>;

/** The common fields of all aggregate documents. */
export interface StoredDocument extends Document {
  readonly _id: string;
  readonly user?: string;
  readonly id: string;
  /** Version for optimistic concurrency control; each write increments it. */
  readonly v: number;
  /** Absent in a marker, which remains of a removed object. */
  readonly state?: Document;
  /** True in a tombstone: the ID must not be reused. */
  readonly deleted?: true;
}

export interface DocumentType<A extends { readonly state: object }> {
  readonly collection: string;
  readonly restore: (state: A["state"]) => A;
  readonly getKey: (aggregate: A) => Key;
  readonly computeFields: (aggregate: A) => DocumentFields;
  /** Names of fields that `computeFields` does not compute; a write keeps them unless it sets them. */
  readonly preservedFields?: readonly string[];
}

/** A stored aggregate with its document. */
export interface Row<A> {
  readonly aggregate: A;
  readonly document: StoredDocument;
}

export interface PageOrder extends PageRequest {
  /** The field that determines the order; `after` is a value of it. */
  readonly orderBy: string;
}

/** Returns the `_id`: a string, because some servers scan the collection if it is an embedded document. */
export function documentId(key: Key): string {
  return "user" in key ? JSON.stringify([key.user, key.id]) : key.id;
}

/** Returns a filter for the document. It contains the shard key, so that a sharded cluster queries one shard only. */
export function keyFilter(key: Key): { readonly _id: string; readonly user?: string } {
  return { _id: documentId(key), ...("user" in key ? { user: key.user } : {}) };
}

/** Aggregates of one type in one collection. Calls with a transaction read and write inside it. */
export class Documents<A extends { readonly state: object }> {
  readonly collection: Collection<StoredDocument>;

  constructor(
    private readonly database: MongoDatabase,
    private readonly type: DocumentType<A>,
  ) {
    this.collection = database.collection(type.collection);
  }

  /** @returns undefined if there is no document or only a marker. */
  async find(key: Key, transaction?: MongoTransaction): Promise<Row<A> | undefined> {
    const document = await this.findDocument(key, transaction);
    return document && this.toRow(document);
  }

  /** Like `find`, including markers. */
  async findDocument(key: Key, transaction?: MongoTransaction): Promise<StoredDocument | undefined> {
    const read = (): Promise<StoredDocument | null> =>
      this.collection.findOne(keyFilter(key), toSessionOptions(transaction));
    return (await (transaction ? read() : this.database.run(read))) ?? undefined;
  }

  async get(key: Key): Promise<A | undefined> {
    return (await this.find(key))?.aggregate;
  }

  async isDeleted(key: Key, transaction?: MongoTransaction): Promise<boolean> {
    return (await this.findDocument(key, transaction))?.deleted === true;
  }

  async findAll(
    filter: Filter<StoredDocument>,
    options: FindOptions = {},
    transaction?: MongoTransaction,
  ): Promise<Row<A>[]> {
    const documents = await this.findDocuments(filter, options, transaction);
    return documents.flatMap((document) => this.toRow(document) ?? []);
  }

  /** Like `findAll`, including markers. */
  findDocuments(
    filter: Filter<StoredDocument>,
    options: FindOptions = {},
    transaction?: MongoTransaction,
  ): Promise<StoredDocument[]> {
    // The server interprets 0 as no limit.
    if (options.limit === 0) return Promise.resolve([]);
    const read = (): Promise<StoredDocument[]> =>
      this.collection.find(filter, { ...options, ...toSessionOptions(transaction) }).toArray();
    return transaction ? read() : this.database.run(read);
  }

  /** Finds the documents with these IDs, including markers, in any order. */
  findDocumentsById(userId: string, ids: readonly string[], transaction?: MongoTransaction): Promise<StoredDocument[]> {
    const _id = { $in: ids.map((id) => documentId({ user: userId, id })) };
    return this.findDocuments({ _id, user: userId }, {}, transaction);
  }

  async listPage(filter: Filter<StoredDocument>, { orderBy, after, limit, offset = 0 }: PageOrder): Promise<A[]> {
    // Values are never empty, so "" sorts before all of them.
    const position = { ...(filter[orderBy] as object | undefined), $gt: selectLowerBound(after, filter[orderBy]) };
    const rows = await this.findAll(
      { ...filter, [orderBy]: position },
      { sort: { [orderBy]: 1 }, skip: offset, limit },
    );
    return rows.map(({ aggregate }) => aggregate);
  }

  count(filter: Filter<StoredDocument>): Promise<number> {
    return this.database.run(() => this.collection.countDocuments(filter));
  }

  async insert(aggregate: A, transaction: MongoTransaction, extraFields: DocumentFields = {}): Promise<void> {
    transaction.markWritten();
    await this.collection.insertOne(this.toDocument(aggregate, 1, extraFields), toSessionOptions(transaction));
  }

  async insertMany(
    aggregates: readonly A[],
    transaction: MongoTransaction,
    extraFields: (aggregate: A) => DocumentFields = () => ({}),
  ): Promise<void> {
    if (aggregates.length === 0) return;
    transaction.markWritten();
    await this.collection.insertMany(
      aggregates.map((aggregate) => this.toDocument(aggregate, 1, extraFields(aggregate))),
      toSessionOptions(transaction),
    );
  }

  /** Inserts the aggregate or replaces the existing document, such as a marker. */
  async put(aggregate: A, transaction: MongoTransaction, extraFields: DocumentFields = {}): Promise<void> {
    transaction.markWritten();
    const key = this.type.getKey(aggregate);
    const document = this.toDocument(aggregate, await this.#nextVersion(key, transaction), extraFields);
    await this.collection.replaceOne(keyFilter(key), document, { ...toSessionOptions(transaction), upsert: true });
  }

  /**
   * Replaces the document if its version is still that of `row`.
   * @returns false if the document has changed; nothing is written then.
   * @throws Error if the document has changed within the transaction, because the earlier write would be lost.
   */
  async replace(
    { aggregate, document }: Row<A>,
    next: A,
    transaction?: MongoTransaction,
    extraFields: DocumentFields = {},
  ): Promise<boolean> {
    transaction?.markWritten();
    const preserved = Object.fromEntries((this.type.preservedFields ?? []).map((name) => [name, document[name]]));
    const replacement = this.toDocument(next, document.v + 1, { ...preserved, ...extraFields });
    const filter = { ...keyFilter(this.type.getKey(aggregate)), v: document.v };
    const { matchedCount } = await this.collection.replaceOne(filter, replacement, toSessionOptions(transaction));
    if (transaction && matchedCount === 0) throw new Error(`${document._id} changed since the transaction read it`);
    return matchedCount > 0;
  }

  /** Removes the document without leaving a marker. */
  async remove(key: Key, transaction: MongoTransaction): Promise<boolean> {
    transaction.markWritten();
    const { deletedCount } = await this.collection.deleteOne(keyFilter(key), toSessionOptions(transaction));
    return deletedCount > 0;
  }

  /** Replaces the document by a marker with the key and the given fields, such as those of a tombstone. */
  async replaceWithMarker(key: Key, markerFields: DocumentFields, transaction: MongoTransaction): Promise<void> {
    transaction.markWritten();
    const v = await this.#nextVersion(key, transaction);
    const document: StoredDocument = { _id: documentId(key), ...key, v, ...markerFields };
    await this.collection.replaceOne(keyFilter(key), document, { ...toSessionOptions(transaction), upsert: true });
  }

  async updateMany(
    filter: Filter<StoredDocument>,
    update: UpdateFilter<StoredDocument>,
    transaction: MongoTransaction,
  ): Promise<void> {
    transaction.markWritten();
    await this.collection.updateMany(filter, update, toSessionOptions(transaction));
  }

  /** Replaces the aggregate by `change(aggregate)` in a transaction. @returns undefined if there is none. */
  update(queueKey: string, key: Key, change: (current: A) => A): Promise<A | undefined> {
    return this.database.write(queueKey, async (transaction) => {
      const row = await this.find(key, transaction);
      if (!row) return undefined;
      const next = change(row.aggregate);
      if (next !== row.aggregate) await this.replace(row, next, transaction);
      return next;
    });
  }

  /** Like `update`, but if there is no aggregate, `change` receives undefined and its result is inserted. */
  upsert(queueKey: string, key: Key, change: (current: A | undefined) => A): Promise<A> {
    return this.database.write(queueKey, async (transaction) => {
      const row = await this.find(key, transaction);
      const next = change(row?.aggregate);
      if (!row) await this.insert(next, transaction);
      else if (next !== row.aggregate) await this.replace(row, next, transaction);
      return next;
    });
  }

  /**
   * Claims documents that are due, earliest first. Each is replaced by compare-and-set, so exactly one of several
   * concurrent callers gets it.
   * @param due name of the field with the due date.
   */
  async claim(due: string, now: Date, limit: number, claim: (current: A) => A): Promise<A[]> {
    const claimed: A[] = [];
    while (claimed.length < limit) {
      const rows = await this.findAll({ [due]: { $lte: now } }, { sort: { [due]: 1 }, limit: limit - claimed.length });
      if (rows.length === 0) break;
      const results = await this.database.run(() =>
        Promise.all(
          rows.map(async (row): Promise<A[]> => {
            const next = claim(row.aggregate);
            return (await this.replace(row, next)) ? [next] : [];
          }),
        ),
      );
      claimed.push(...results.flat());
    }
    return claimed;
  }

  toRow(document: StoredDocument): Row<A> | undefined {
    if (!document.state) return undefined;
    return { document, aggregate: this.type.restore(decodeState(document.state)) };
  }

  /** Versions continue when a marker replaces a document, so that a claim based on an earlier read does not match. */
  async #nextVersion(key: Key, transaction: MongoTransaction): Promise<number> {
    return ((await this.findDocument(key, transaction))?.v ?? 0) + 1;
  }

  private toDocument(aggregate: A, version: number, extraFields: DocumentFields): StoredDocument {
    const key = this.type.getKey(aggregate);
    const fields = omitNullish({ ...this.type.computeFields(aggregate), ...extraFields });
    return { _id: documentId(key), ...key, v: version, ...fields, state: encodeState(aggregate.state) };
  }
}

export function toSessionOptions(transaction: MongoTransaction | undefined): { session?: MongoTransaction["session"] } {
  return transaction ? { session: transaction.session } : {};
}

function selectLowerBound(after: string | undefined, bounds: unknown): string {
  const lower = (bounds as { readonly $gt?: string } | undefined)?.$gt ?? "";
  return after !== undefined && after > lower ? after : lower;
}

function omitNullish(fields: DocumentFields): DocumentFields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
