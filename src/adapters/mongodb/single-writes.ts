import type { Collection, Document, Filter, OptionalUnlessRequiredId } from "mongodb";
import { isDuplicateKey } from "./errors.js";

/** What is identified by one string and written outside of transactions. */
interface Identified extends Document {
  readonly _id: string;
}

/** Inserts the document in one atomic operation. @returns false when its ID, or a unique value of it, exists. */
export async function insertIfAbsent<D extends Identified>(collection: Collection<D>, document: D): Promise<boolean> {
  try {
    await collection.insertOne(document as OptionalUnlessRequiredId<D>);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Deletes at most `limit` documents that match the filter, which must be served by an index. One that stops matching in
 * the meantime stays.
 * @returns how many.
 */
export async function deleteBatch<D extends Identified>(
  collection: Collection<D>,
  filter: Filter<D>,
  limit: number,
): Promise<number> {
  if (limit <= 0) return 0;
  const found = await collection
    .find(filter, { projection: { _id: 1 } })
    .limit(limit)
    .toArray();
  if (found.length === 0) return 0;
  const batch = { ...filter, _id: { $in: found.map(({ _id }) => _id) } } as Filter<D>;
  return (await collection.deleteMany(batch)).deletedCount;
}
