import type { Collection, Document, Filter, FindOptions, UpdateFilter } from "mongodb";
import type { PageRequest } from "../../ports/driven/page-request.js";
import { decodeState, encodeState } from "./codec.js";
import type { Database } from "./database.js";
import type { Transaction } from "./write-queue.js";

/** The key of a document: an object's ID within a user, or an ID that no user owns. */
export type Key = { readonly user: string; readonly id: string } | { readonly id: string };

/** Computed fields beside the state, by which documents are found and ordered. Undefined ones are absent. */
export type Fields = Readonly<Record<string, unknown>>;

/** What all collections of aggregates have in common. */
export interface StoredDocument extends Document {
  readonly _id: string;
  readonly user?: string;
  readonly id: string;
  /** Counts the writes of the document: the version of optimistic concurrency control. */
  readonly v: number;
  /** Absent in what remains of a deleted object. */
  readonly state?: Document;
  /** True in a tombstone: the ID must not come back. */
  readonly deleted?: true;
}

export interface DocumentType<A extends { readonly state: object }> {
  readonly collection: string;
  readonly restore: (state: A["state"]) => A;
  readonly keyOf: (aggregate: A) => Key;
  readonly fieldsOf: (aggregate: A) => Fields;
  /** Names of fields that a write keeps unless it sets them: those that `fieldsOf` does not compute. */
  readonly keptFields?: readonly string[];
}

/** A stored aggregate with its document. */
export interface Row<A> {
  readonly aggregate: A;
  readonly document: StoredDocument;
}

export interface PageOrder extends PageRequest {
  /** The field that orders the list and that `after` is a value of. */
  readonly by: string;
}

/** `_id` is a string because some servers scan the collection for a sub-document. */
export function documentId(key: Key): string {
  return "user" in key ? JSON.stringify([key.user, key.id]) : key.id;
}

/** Selects the document of the key. Contains the shard key, so that a sharded cluster asks one shard. */
export function keyFilter(key: Key): { readonly _id: string; readonly user?: string } {
  return { _id: documentId(key), ...("user" in key ? { user: key.user } : {}) };
}

/** Aggregates of one type in one collection. Calls with a transaction read and write in it. */
export class Documents<A extends { readonly state: object }> {
  readonly collection: Collection<StoredDocument>;

  constructor(
    private readonly database: Database,
    private readonly type: DocumentType<A>,
  ) {
    this.collection = database.collection(type.collection);
  }

  /** @returns undefined when there is none, or only what remains of it. */
  async find(key: Key, transaction?: Transaction): Promise<Row<A> | undefined> {
    const document = await this.findDocument(key, transaction);
    return document && this.rowOf(document);
  }

  /** As `find`, of what remains of a deleted object too. */
  async findDocument(key: Key, transaction?: Transaction): Promise<StoredDocument | undefined> {
    const read = (): Promise<StoredDocument | null> => this.collection.findOne(keyFilter(key), optionsOf(transaction));
    return (await (transaction ? read() : this.database.read(read))) ?? undefined;
  }

  async get(key: Key): Promise<A | undefined> {
    return (await this.find(key))?.aggregate;
  }

  async isDeleted(key: Key, transaction?: Transaction): Promise<boolean> {
    return (await this.findDocument(key, transaction))?.deleted === true;
  }

  async findAll(
    filter: Filter<StoredDocument>,
    options: FindOptions = {},
    transaction?: Transaction,
  ): Promise<Row<A>[]> {
    const documents = await this.findDocuments(filter, options, transaction);
    return documents.flatMap((document) => this.rowOf(document) ?? []);
  }

  /** As `findAll`, what remains of removed ones included. */
  findDocuments(
    filter: Filter<StoredDocument>,
    options: FindOptions = {},
    transaction?: Transaction,
  ): Promise<StoredDocument[]> {
    // The server would take 0 as no limit.
    if (options.limit === 0) return Promise.resolve([]);
    const read = (): Promise<StoredDocument[]> =>
      this.collection.find(filter, { ...options, ...optionsOf(transaction) }).toArray();
    return transaction ? read() : this.database.read(read);
  }

  /** Documents with these IDs, what remains of removed ones included, in any order. */
  findDocumentsById(userId: string, ids: readonly string[], transaction?: Transaction): Promise<StoredDocument[]> {
    const _id = { $in: ids.map((id) => documentId({ user: userId, id })) };
    return this.findDocuments({ _id, user: userId }, {}, transaction);
  }

  async listPage(filter: Filter<StoredDocument>, { by, after, limit, offset = 0 }: PageOrder): Promise<A[]> {
    // Values are never empty, so that "" precedes all of them.
    const position = { ...(filter[by] as object | undefined), $gt: greater(after, filter[by]) };
    const rows = await this.findAll({ ...filter, [by]: position }, { sort: { [by]: 1 }, skip: offset, limit });
    return rows.map(({ aggregate }) => aggregate);
  }

  count(filter: Filter<StoredDocument>): Promise<number> {
    return this.database.read(() => this.collection.countDocuments(filter));
  }

  async insert(aggregate: A, transaction: Transaction, more: Fields = {}): Promise<void> {
    transaction.noteWrite();
    await this.collection.insertOne(this.documentOf(aggregate, 1, more), optionsOf(transaction));
  }

  async insertMany(
    aggregates: readonly A[],
    transaction: Transaction,
    more: (aggregate: A) => Fields = () => ({}),
  ): Promise<void> {
    if (aggregates.length === 0) return;
    transaction.noteWrite();
    await this.collection.insertMany(
      aggregates.map((aggregate) => this.documentOf(aggregate, 1, more(aggregate))),
      optionsOf(transaction),
    );
  }

  /** Inserts, or takes the place of what remains of a removed one. */
  async put(aggregate: A, transaction: Transaction, more: Fields = {}): Promise<void> {
    transaction.noteWrite();
    const key = this.type.keyOf(aggregate);
    const document = this.documentOf(aggregate, await this.#nextVersion(key, transaction), more);
    await this.collection.replaceOne(keyFilter(key), document, { ...optionsOf(transaction), upsert: true });
  }

  /**
   * @returns whether the document is still the one that was read; otherwise nothing changes.
   * @throws Error for a row of an earlier state of the transaction, which would lose its write.
   */
  async replace(
    { aggregate, document }: Row<A>,
    next: A,
    transaction?: Transaction,
    more: Fields = {},
  ): Promise<boolean> {
    transaction?.noteWrite();
    const kept = Object.fromEntries((this.type.keptFields ?? []).map((name) => [name, document[name]]));
    const replacement = this.documentOf(next, document.v + 1, { ...kept, ...more });
    const filter = { ...keyFilter(this.type.keyOf(aggregate)), v: document.v };
    const { matchedCount } = await this.collection.replaceOne(filter, replacement, optionsOf(transaction));
    if (transaction && matchedCount === 0) throw new Error(`${document._id} changed since the transaction read it`);
    return matchedCount > 0;
  }

  /** Removes without a trace. */
  async remove(key: Key, transaction: Transaction): Promise<boolean> {
    transaction.noteWrite();
    const { deletedCount } = await this.collection.deleteOne(keyFilter(key), optionsOf(transaction));
    return deletedCount > 0;
  }

  /** Leaves nothing but the key and the given fields, such as those of a tombstone. */
  async replaceByRemains(key: Key, remains: Fields, transaction: Transaction): Promise<void> {
    transaction.noteWrite();
    const v = await this.#nextVersion(key, transaction);
    const document: StoredDocument = { _id: documentId(key), ...key, v, ...remains };
    await this.collection.replaceOne(keyFilter(key), document, { ...optionsOf(transaction), upsert: true });
  }

  async updateMany(
    filter: Filter<StoredDocument>,
    update: UpdateFilter<StoredDocument>,
    transaction: Transaction,
  ): Promise<void> {
    transaction.noteWrite();
    await this.collection.updateMany(filter, update, optionsOf(transaction));
  }

  /** Replaces the aggregate by `change(aggregate)` in a transaction. @returns undefined when there is none. */
  update(queueKey: string, key: Key, change: (current: A) => A): Promise<A | undefined> {
    return this.database.write(queueKey, async (transaction) => {
      const row = await this.find(key, transaction);
      if (!row) return undefined;
      const next = change(row.aggregate);
      if (next !== row.aggregate) await this.replace(row, next, transaction);
      return next;
    });
  }

  /** As `update`; `change` receives undefined where there is none, and its result is inserted. */
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
   * Claims documents whose date in the field `due` has come, longest due first: each is replaced by compare-and-set, so
   * that of any number of callers exactly one gets it.
   */
  async claim(due: string, now: Date, limit: number, claim: (current: A) => A): Promise<A[]> {
    const claimed: A[] = [];
    while (claimed.length < limit) {
      const rows = await this.findAll({ [due]: { $lte: now } }, { sort: { [due]: 1 }, limit: limit - claimed.length });
      if (rows.length === 0) break;
      const results = await this.database.read(() =>
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

  rowOf(document: StoredDocument): Row<A> | undefined {
    if (!document.state) return undefined;
    return { document, aggregate: this.type.restore(decodeState(document.state)) };
  }

  /** Versions go on when a document is replaced by what remains of it: a claim that read it before must not match. */
  async #nextVersion(key: Key, transaction: Transaction): Promise<number> {
    return ((await this.findDocument(key, transaction))?.v ?? 0) + 1;
  }

  private documentOf(aggregate: A, v: number, more: Fields): StoredDocument {
    const key = this.type.keyOf(aggregate);
    const fields = defined({ ...this.type.fieldsOf(aggregate), ...more });
    return { _id: documentId(key), ...key, v, ...fields, state: encodeState(aggregate.state) };
  }
}

export function optionsOf(transaction: Transaction | undefined): { session?: Transaction["session"] } {
  return transaction ? { session: transaction.session } : {};
}

function greater(after: string | undefined, bounds: unknown): string {
  const lower = (bounds as { readonly $gt?: string } | undefined)?.$gt ?? "";
  return after !== undefined && after > lower ? after : lower;
}

function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}
