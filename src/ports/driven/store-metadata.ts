/** Values about the store as a whole, by name. Each is written once and holds no personal data. */
export interface StoreMetadata {
  get(name: string): Promise<string | undefined>;
  /** Stores the value, unless the name has one. @returns the stored value. */
  insertOrGet(name: string, value: string): Promise<string>;
}
