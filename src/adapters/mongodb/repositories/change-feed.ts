import type { ChangePage } from "../../../ports/driven/store/change-feed.js";
import type { Documents, Row, StoredDocument } from "../documents/documents.js";

const REVISION_DIGITS = 16;

/**
 * Formats the field `change`: the revision of the latest write of the document, followed by the ID, which orders the
 * documents of one write. As text, one index and one comparison find the changes after a cursor.
 */
export function formatChangePosition(revision: number, id: string): string {
  return `${String(revision).padStart(REVISION_DIGITS, "0")} ${id}`;
}

/**
 * Reads a page of the change feed of one collection. Its documents and markers have the field `change`, and searchable
 * documents have `listed: true`. `RevisionCounters` orders commits by revision, so no change appears later before a
 * cursor that was returned.
 */
export async function readChangeFeed<A extends { readonly state: object }, T>(
  documents: Documents<A>,
  { userId, cursor, limit }: { readonly userId: string; readonly cursor: string | undefined; readonly limit: number },
  toView: (row: Row<A>) => T,
): Promise<ChangePage<T>> {
  const reset = cursor === undefined;
  const documentsFound = await documents.findDocuments(
    { user: userId, change: { $gt: cursor ?? "" }, ...(reset ? { listed: true } : {}) },
    { sort: { change: 1 }, limit },
  );
  const upserts: T[] = [];
  const deletes: string[] = [];
  for (const document of documentsFound) {
    const row = isListed(document) ? documents.toRow(document) : undefined;
    if (row) upserts.push(toView(row));
    else deletes.push(document.id);
  }
  return {
    reset,
    upserts,
    deletes,
    cursor: (documentsFound.at(-1)?.["change"] as string | undefined) ?? cursor ?? "",
    hasMore: documentsFound.length === limit,
  };
}

function isListed(document: StoredDocument): boolean {
  return document["listed"] === true;
}
