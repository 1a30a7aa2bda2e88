import { BuiltInSummariser } from "../../src/adapters/language/index.js";
import type { Digest } from "../../src/domain/digest.js";
import type { Transcript } from "../../src/domain/transcript.js";
import type { Summariser, SummaryContext } from "../../src/ports/driven/index.js";

/** The built-in one. It makes the same of the same words, so it makes it once; only the segments' ids are others. */
export class RememberingSummariser implements Summariser {
  readonly #builtIn = new BuiltInSummariser();
  readonly id = this.#builtIn.id;
  readonly #made = new Map<string, { readonly ids: readonly string[]; readonly digest: Promise<Digest> }>();
  #underWay = 0;

  get isBusy(): boolean {
    return this.#underWay > 0;
  }

  async summarise(transcript: Transcript, context: SummaryContext): Promise<Digest> {
    const ids = transcript.segments.map(({ id }) => id);
    const words = JSON.stringify([transcript.segments.map((segment) => ({ ...segment, id: "" })), context]);
    const made = this.#made.get(words) ?? { ids, digest: this.#builtIn.summarise(transcript, context) };
    this.#made.set(words, made);
    this.#underWay += 1;
    try {
      const renamed = new Map(made.ids.map((id, index) => [id, ids[index] ?? id]));
      return withIds(await made.digest, renamed) as Digest;
    } finally {
      this.#underWay -= 1;
    }
  }
}

function withIds(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return renamed.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => withIds(each, renamed));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, renamed)]));
}
