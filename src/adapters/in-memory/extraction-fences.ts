import { guardLatest } from "../../domain/lease.js";

/** The greatest fence that has written the items of a conversation. */
export class ExtractionFences {
  readonly #owners = new Map<string, Map<string, number>>();

  /** By conversation. */
  of(userId: string): ReadonlyMap<string, number> {
    return this.#owners.get(userId) ?? new Map();
  }

  userIds(): string[] {
    return [...this.#owners.keys()];
  }

  /** @returns false when the fence is as great already; then nothing changes. */
  raise(userId: string, conversationId: string, fence: number): boolean {
    const current = this.of(userId).get(conversationId);
    if (current !== undefined && current >= fence) return false;
    this.#owners.set(userId, new Map(this.of(userId)).set(conversationId, fence));
    return true;
  }

  /** @throws DomainError `conflict` when a greater one has; then nothing changes. */
  advance(userId: string, conversationId: string, fence: number): void {
    const fences = this.#owners.get(userId) ?? new Map<string, number>();
    guardLatest(fences.get(conversationId) ?? 0, fence);
    this.#owners.set(userId, fences.set(conversationId, fence));
  }
}
