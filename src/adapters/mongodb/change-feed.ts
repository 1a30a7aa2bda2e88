import type { FeedChanges } from "../../ports/driven/change-feed.js";
import type { Documents, Row, StoredDocument } from "./documents.js";

const REVISION_DIGITS = 16;

/**
 * The value of the field `change`: the revision of the write that changed the document last, and the ID, which orders
 * the documents of one write. Text, so that one index and one comparison find what follows a cursor.
 */
export function changePosition(revision: number, id: string): string {
  return `${String(revision).padStart(REVISION_DIGITS, "0")} ${id}`;
}

/**
 * The change feed of one collection, in which documents and what remains of removed ones bear `change`, and those that
 * search may find `listed: true`. Revisions come from `Heads`, so nothing appears later before a cursor that was told.
 */
export async function readChanges<A extends { readonly state: object }, T>(
  documents: Documents<A>,
  { userId, cursor, limit }: { readonly userId: string; readonly cursor: string | undefined; readonly limit: number },
  view: (row: Row<A>) => T,
): Promise<FeedChanges<T>> {
  const reset = cursor === undefined;
  const found = await documents.findDocuments(
    { user: userId, change: { $gt: cursor ?? "" }, ...(reset ? { listed: true } : {}) },
    { sort: { change: 1 }, limit },
  );
  const upserts: T[] = [];
  const deletes: string[] = [];
  for (const document of found) {
    const row = isListed(document) ? documents.rowOf(document) : undefined;
    if (row) upserts.push(view(row));
    else deletes.push(document.id);
  }
  return {
    reset,
    upserts,
    deletes,
    cursor: (found.at(-1)?.["change"] as string | undefined) ?? cursor ?? "",
    hasMore: found.length === limit,
  };
}

function isListed(document: StoredDocument): boolean {
  return document["listed"] === true;
}
