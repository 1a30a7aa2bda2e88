import type { StoreMetadata } from "../../ports/driven/store-metadata.js";

export class InMemoryStoreMetadata implements StoreMetadata {
  private readonly values = new Map<string, string>();

  async get(name: string): Promise<string | undefined> {
    return this.values.get(name);
  }

  async insertOrGet(name: string, value: string): Promise<string> {
    const kept = this.values.get(name) ?? value;
    this.values.set(name, kept);
    return kept;
  }
}
