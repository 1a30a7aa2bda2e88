import { Readable } from "node:stream";
import type Koa from "koa";

/** What one such answer holds: a batch as text, and what the connection has taken of the one before. */
export const STREAM_BYTES = 4 * 1024 * 1024;

/** An answer whose JSON array is written batch by batch, as fast as the client takes it. */
export class JsonListStream<T> {
  /** @param body what an item looks like on the wire. */
  constructor(
    private readonly batches: AsyncIterable<readonly T[]>,
    private readonly body: (item: T) => unknown,
  ) {}

  /** Becomes the answer to the request. */
  answer(context: Koa.Context): void {
    context.status = 200;
    context.res.setHeader("Content-Type", "application/json; charset=utf-8");
    context.body = Readable.from(this.pieces(), { objectMode: false });
  }

  private async *pieces(): AsyncGenerator<string, void, undefined> {
    let before = "[";
    for await (const batch of this.batches) {
      yield before + this.text(batch);
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  }

  private text(items: readonly T[]): string {
    return items.map((item) => JSON.stringify(this.body(item))).join(",");
  }
}
