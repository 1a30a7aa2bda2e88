import { BuiltInSummariser } from "../../src/adapters/nlp/index.js";
import type { SummaryResult } from "../../src/domain/conversation/summary-result.js";
import type { Transcript } from "../../src/domain/conversation/transcript.js";
import type { Summariser, SummaryContext } from "../../src/ports/driven/index.js";

/** Caches the results of the deterministic built-in summariser by text and replaces the segment IDs in them. */
export class MemoizingSummariser implements Summariser {
  readonly #builtIn = new BuiltInSummariser();
  readonly id = this.#builtIn.id;
  readonly #cache = new Map<string, { readonly ids: readonly string[]; readonly digest: Promise<SummaryResult> }>();
  #activeCalls = 0;

  get isBusy(): boolean {
    return this.#activeCalls > 0;
  }

  async summarise(transcript: Transcript, context: SummaryContext): Promise<SummaryResult> {
    const ids = transcript.segments.map(({ id }) => id);
    const cacheKey = JSON.stringify([transcript.segments.map((segment) => ({ ...segment, id: "" })), context]);
    const cached = this.#cache.get(cacheKey) ?? { ids, digest: this.#builtIn.summarise(transcript, context) };
    this.#cache.set(cacheKey, cached);
    this.#activeCalls += 1;
    try {
      const idMapping = new Map(cached.ids.map((id, index) => [id, ids[index] ?? id]));
      return replaceIds(await cached.digest, idMapping) as SummaryResult;
    } finally {
      this.#activeCalls -= 1;
    }
  }
}

function replaceIds(value: unknown, idMapping: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return idMapping.get(value) ?? value;
  if (Array.isArray(value)) return value.map((element) => replaceIds(element, idMapping));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replaceIds(member, idMapping)]));
}
