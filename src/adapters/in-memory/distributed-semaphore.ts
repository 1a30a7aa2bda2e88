import type { AcquireOptions, DistributedSemaphore } from "../../ports/driven/distributed-semaphore.js";

export class InMemoryDistributedSemaphore implements DistributedSemaphore {
  /** By line: until when each holder keeps its place (milliseconds since 1970), the first in line first. */
  readonly #lines = new Map<string, Map<string, number>>();

  async acquire(line: string, holder: string, { limit, now, leaseMs }: AcquireOptions): Promise<boolean> {
    const places = this.#lines.get(line) ?? new Map<string, number>();
    for (const [other, until] of places) if (until <= now.getTime()) places.delete(other);
    places.set(holder, now.getTime() + leaseMs);
    this.#lines.set(line, places);
    return this.isHeld(line, holder, { limit, now });
  }

  async isHeld(line: string, holder: string, { limit, now }: Pick<AcquireOptions, "limit" | "now">): Promise<boolean> {
    const alive = [...(this.#lines.get(line) ?? [])].filter(([, until]) => until > now.getTime());
    return alive.slice(0, limit).some(([each]) => each === holder);
  }

  async release(line: string, holder: string): Promise<void> {
    this.#lines.get(line)?.delete(holder);
  }
}
