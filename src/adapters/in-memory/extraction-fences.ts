import { guardLatest } from "../../domain/lease.js";

/** The greatest fence that has written the items of a conversation. */
export class ExtractionFences {
  readonly #owners = new Map<string, Map<string, number>>();

  /** @throws DomainError `conflict` when a greater one has; then nothing changes. */
  advance(userId: string, conversationId: string, fence: number): void {
    const fences = this.#owners.get(userId) ?? new Map<string, number>();
    guardLatest(fences.get(conversationId) ?? 0, fence);
    this.#owners.set(userId, fences.set(conversationId, fence));
  }
}
