import type { CreateIndexesOptions, Db, IndexSpecification } from "mongodb";

/** An index, and the queries that it serves. */
export interface IndexDefinition {
  readonly keys: IndexSpecification & object;
  readonly options?: Pick<CreateIndexesOptions, "unique" | "sparse" | "partialFilterExpression">;
  readonly serves: string;
}

/**
 * All collections with their indexes. Indexes of a user's documents begin with `user`, the shard key. All collections
 * are created at start: a transaction on a sharded cluster cannot create one.
 */
export const collections: Readonly<Record<string, readonly IndexDefinition[]>> = {
  heads: [],
  metadata: [],
};

const NAMESPACE_EXISTS = 48;

/** Creates what is missing. May be repeated, and by several processes at once. */
export async function createCollections(db: Db): Promise<void> {
  const existing = new Set((await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name));
  await Promise.all(
    Object.entries(collections).map(async ([name, indexes]) => {
      if (!existing.has(name)) await createCollection(db, name);
      if (indexes.length > 0) {
        await db.collection(name).createIndexes(indexes.map(({ keys, options }) => ({ key: keys as never, ...options })));
      }
    }),
  );
}

async function createCollection(db: Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    const isMadeByAnother = error instanceof Error && "code" in error && error.code === NAMESPACE_EXISTS;
    if (!isMadeByAnother) throw error;
  }
}
