/** Values about the store as a whole, by name. Each is written once, and holds nothing of a person. */
export interface StoreMetadata {
  get(name: string): Promise<string | undefined>;
  /** Keeps the value, unless there is one of this name. @returns the value that is kept. */
  insertOrGet(name: string, value: string): Promise<string>;
}
