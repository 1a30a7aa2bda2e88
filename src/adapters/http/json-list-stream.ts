import { Readable } from "node:stream";
import type Koa from "koa";

/** The memory of one such response: a batch as text, and the part of the batch before that is still being sent. */
export const STREAM_BYTES = 4 * 1024 * 1024;

/** A response whose JSON array is written batch by batch, as fast as the client reads it. */
export class JsonListStream<T> {
  /** @param body returns the wire form of an item. */
  constructor(
    private readonly batches: AsyncIterable<readonly T[]>,
    private readonly body: (item: T) => unknown,
  ) {}

  /** Sends the stream as the response to the request. */
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
