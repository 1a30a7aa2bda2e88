import type { StatementSync } from "node:sqlite";
import { Transcript, type Segment } from "../../../domain/conversation/transcript.js";
import type { SegmentRange } from "../../../ports/driven/store/conversation-repositories.js";
import { deserializeState, serializeStateWithoutDates } from "../queries/state-codec.js";
import type { SqliteDatabase } from "../database/database.js";

/** Transcripts as ordered chunks of segments that never change. Call its methods inside a read or a write. */
export class SqliteTranscriptChunks {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #selectByConversation: StatementSync;
  readonly #selectRange: StatementSync;
  readonly #selectSize: StatementSync;

  constructor(database: SqliteDatabase) {
    this.#insert = database.prepare(
      "INSERT INTO transcript_chunks (conversation, first_segment, segments) VALUES (?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM transcript_chunks WHERE conversation = ?");
    this.#selectByConversation = database.prepare(`
      SELECT segments FROM transcript_chunks
      WHERE conversation = (SELECT key FROM conversations WHERE user_id = ? AND id = ?)
      ORDER BY first_segment`);
    // SQLite computes `octet_length` of a column from the row's header, without reading the text.
    this.#selectSize = database.prepare(`
      SELECT sum(octet_length(segments)) AS size FROM transcript_chunks
      WHERE conversation = (SELECT key FROM conversations WHERE user_id = ? AND id = ?)`);
    this.#selectRange = database.prepare(`
      SELECT first_segment, segments FROM transcript_chunks
      WHERE conversation = :conversation AND first_segment < :to AND first_segment >= coalesce((
        SELECT max(first_segment) FROM transcript_chunks WHERE conversation = :conversation AND first_segment <= :from
      ), 0)
      ORDER BY first_segment`);
  }

  /** @param firstSegment the number of segments of the conversation before these. */
  add(conversationKey: number, firstSegment: number, segments: readonly Segment[]): void {
    this.#insert.run(conversationKey, firstSegment, serializeStateWithoutDates(segments));
  }

  /** Reads only the chunks that contain the range. */
  readRange(conversationKey: number, { from, to }: SegmentRange): readonly Segment[] {
    const chunks = this.#selectRange.all({ conversation: conversationKey, from, to });
    return chunks.flatMap(({ first_segment, segments }) => {
      const firstIndex = Number(first_segment);
      return (deserializeState(String(segments)) as Segment[]).slice(
        Math.max(from - firstIndex, 0),
        Math.max(to - firstIndex, 0),
      );
    });
  }

  remove(conversationKey: number): void {
    this.#delete.run(conversationKey);
  }

  /** @returns the stored sizes in bytes, by conversation ID. */
  readSizes(userId: string, ids: readonly string[]): ReadonlyMap<string, number> {
    const sizes = new Map<string, number>();
    for (const id of ids) {
      const { size } = this.#selectSize.get(userId, id) as { size: number | null };
      if (size !== null) sizes.set(id, size);
    }
    return sizes;
  }

  readTranscripts(userId: string, ids: readonly string[]): ReadonlyMap<string, Transcript> {
    const transcripts = new Map<string, Transcript>();
    for (const id of ids) {
      const chunks = this.#selectByConversation.all(userId, id) as { segments: string }[];
      const segments = chunks.flatMap((chunk) => deserializeState(chunk.segments) as Segment[]);
      if (chunks.length > 0) transcripts.set(id, Transcript.restore(segments));
    }
    return transcripts;
  }
}
