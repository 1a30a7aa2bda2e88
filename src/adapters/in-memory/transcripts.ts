import { Transcript, type Segment } from "../../domain/transcript.js";
import type { SegmentRange } from "../../ports/driven/conversation-repository.js";

/** The approximate size of a segment's JSON without its text. */
const SEGMENT_BYTES = 150;

/** What was said, by user and conversation: it grows at its end alone. What goes in and what comes out are copies. */
export class Transcripts {
  readonly #segments = new Map<string, Map<string, Segment[]>>();

  /** Behind what there is. */
  add(userId: string, id: string, segments: readonly Segment[]): void {
    const owned = this.#segments.get(userId) ?? new Map<string, Segment[]>();
    const said = owned.get(id) ?? [];
    said.push(...structuredClone(segments));
    owned.set(id, said);
    this.#segments.set(userId, owned);
  }

  get(userId: string, id: string): Transcript | undefined {
    const said = this.#segments.get(userId)?.get(id);
    return said && Transcript.restore(structuredClone(said));
  }

  /** @returns the approximate size as JSON in bytes; undefined when there is no transcript. */
  size(userId: string, id: string): number | undefined {
    const segments = this.#segments.get(userId)?.get(id);
    return segments?.reduce((size, { text }) => size + SEGMENT_BYTES + text.length, 0);
  }

  between(userId: string, id: string, { from, to }: SegmentRange): readonly Segment[] {
    return structuredClone(this.#segments.get(userId)?.get(id)?.slice(from, Math.max(from, to)) ?? []);
  }

  remove(userId: string, id: string): void {
    this.#segments.get(userId)?.delete(id);
  }
}
