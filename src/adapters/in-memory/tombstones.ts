/** Ids of what was deleted for good, and nothing else of it. */
export class Tombstones {
  readonly #ids = new Map<string, Set<string>>();

  add(userId: string, id: string): void {
    const ids = this.#ids.get(userId) ?? new Set<string>();
    this.#ids.set(userId, ids.add(id));
  }

  of(userId: string): string[] {
    return [...(this.#ids.get(userId) ?? [])];
  }

  userIds(): string[] {
    return [...this.#ids.keys()];
  }

  has(userId: string, id: string): boolean {
    return this.#ids.get(userId)?.has(id) ?? false;
  }
}
