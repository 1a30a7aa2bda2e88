import { Readable } from "node:stream";
import type Koa from "koa";
import type { NamingProfile } from "./naming-profile.js";

/** A response body that is already serialised. */
export class SerializedJson {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

/** Serialises a value only once per naming profile. The values must be immutable. */
export function memoizeJson<T extends object>(
  render: (value: T, naming: NamingProfile) => unknown,
): (value: T, naming: NamingProfile) => SerializedJson {
  const cache = new WeakMap<NamingProfile, WeakMap<T, SerializedJson>>();
  return (value, naming) => {
    let profileCache = cache.get(naming);
    if (!profileCache) cache.set(naming, (profileCache = new WeakMap()));
    let serialized = profileCache.get(value);
    if (!serialized) profileCache.set(value, (serialized = new SerializedJson(render(value, naming))));
    return serialized;
  };
}

/** The memory of one streamed list: a serialised batch, and the part of the previous batch that is still being sent. */
export const LIST_STREAM_BUFFER_BYTES = 4 * 1024 * 1024;

/** A response whose JSON array is written batch by batch, as fast as the client reads it. */
export class JsonListStream<T> {
  /** @param renderItem returns the wire form of an item. */
  constructor(
    private readonly batches: AsyncIterable<readonly T[]>,
    private readonly renderItem: (item: T) => unknown,
  ) {}

  /** Sends the stream as the response to the request. */
  sendTo(context: Koa.Context): void {
    context.status = 200;
    context.res.setHeader("Content-Type", "application/json; charset=utf-8");
    context.body = Readable.from(this.generateChunks(), { objectMode: false });
  }

  private async *generateChunks(): AsyncGenerator<string, void, undefined> {
    let prefix = "[";
    for await (const batch of this.batches) {
      yield prefix + this.serializeItems(batch);
      prefix = ",";
    }
    yield prefix === "[" ? "[]" : "]";
  }

  private serializeItems(items: readonly T[]): string {
    return items.map((item) => JSON.stringify(this.renderItem(item))).join(",");
  }
}
