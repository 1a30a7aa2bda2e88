import type { Collection, Document, Filter, OptionalUnlessRequiredId } from "mongodb";
import { isDuplicateKey } from "./errors.js";

/** A document that is written outside of transactions. */
interface DocumentWithId extends Document {
  readonly _id: string;
}

/** Inserts the document in one atomic operation. @returns false if its ID or another unique value exists. */
export async function insertIfAbsent<D extends DocumentWithId>(
  collection: Collection<D>,
  document: D,
): Promise<boolean> {
  try {
    await collection.insertOne(document as OptionalUnlessRequiredId<D>);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Deletes at most `limit` documents that match the filter, which an index must serve. A document that no longer matches
 * when it is deleted is kept.
 * @returns the number of deleted documents.
 */
export async function deleteBatch<D extends DocumentWithId>(
  collection: Collection<D>,
  filter: Filter<D>,
  limit: number,
): Promise<number> {
  if (limit <= 0) return 0;
  const documents = await collection
    .find(filter, { projection: { _id: 1 } })
    .limit(limit)
    .toArray();
  if (documents.length === 0) return 0;
  const batch = { ...filter, _id: { $in: documents.map(({ _id }) => _id) } } as Filter<D>;
  return (await collection.deleteMany(batch)).deletedCount;
}
