import type { StatementSync } from "node:sqlite";
import { Transcript, type Segment } from "../../domain/transcript.js";
import type { SegmentRange } from "../../ports/driven/conversation-repository.js";
import { decode, encodeWithoutDates } from "./codec.js";
import type { Database } from "./database.js";

/** What was said, in stretches that never change: a transcript is its chunks in order. To be used inside a call. */
export class TranscriptChunks {
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #ofConversation: StatementSync;
  readonly #between: StatementSync;
  readonly #size: StatementSync;

  constructor(database: Database) {
    this.#insert = database.prepare(
      "INSERT INTO transcript_chunks (conversation, first_segment, segments) VALUES (?, ?, ?)",
    );
    this.#delete = database.prepare("DELETE FROM transcript_chunks WHERE conversation = ?");
    this.#ofConversation = database.prepare(`
      SELECT segments FROM transcript_chunks
      WHERE conversation = (SELECT key FROM conversations WHERE user_id = ? AND id = ?)
      ORDER BY first_segment`);
    // SQLite takes `octet_length` of a column from the row's header and reads no text.
    this.#size = database.prepare(`
      SELECT sum(octet_length(segments)) AS size FROM transcript_chunks
      WHERE conversation = (SELECT key FROM conversations WHERE user_id = ? AND id = ?)`);
    this.#between = database.prepare(`
      SELECT first_segment, segments FROM transcript_chunks
      WHERE conversation = :conversation AND first_segment < :to AND first_segment >= coalesce((
        SELECT max(first_segment) FROM transcript_chunks WHERE conversation = :conversation AND first_segment <= :from
      ), 0)
      ORDER BY first_segment`);
  }

  /** @param firstSegment how many segments of the conversation come before these. */
  add(conversationKey: number, firstSegment: number, segments: readonly Segment[]): void {
    this.#insert.run(conversationKey, firstSegment, encodeWithoutDates(segments));
  }

  /** Reads no more chunks than hold them. */
  between(conversationKey: number, { from, to }: SegmentRange): readonly Segment[] {
    const chunks = this.#between.all({ conversation: conversationKey, from, to });
    return chunks.flatMap(({ first_segment, segments }) => {
      const first = Number(first_segment);
      return (decode(String(segments)) as Segment[]).slice(Math.max(from - first, 0), Math.max(to - first, 0));
    });
  }

  remove(conversationKey: number): void {
    this.#delete.run(conversationKey);
  }

  /** @returns the stored sizes in bytes, by conversation ID. */
  sizes(userId: string, ids: readonly string[]): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const id of ids) {
      const { size } = this.#size.get(userId, id) as { size: number | null };
      if (size !== null) found.set(id, size);
    }
    return found;
  }

  transcripts(userId: string, ids: readonly string[]): ReadonlyMap<string, Transcript> {
    const found = new Map<string, Transcript>();
    for (const id of ids) {
      const chunks = this.#ofConversation.all(userId, id) as { segments: string }[];
      const segments = chunks.flatMap((chunk) => decode(chunk.segments) as Segment[]);
      if (chunks.length > 0) found.set(id, Transcript.restore(segments));
    }
    return found;
  }
}
