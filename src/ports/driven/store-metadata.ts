/** Named values about the store as a whole. Each is written once and contains no personal data. */
export interface StoreMetadata {
  get(name: string): Promise<string | undefined>;
  /** Stores the value unless the name already has one. @returns the stored value. */
  insertOrGet(name: string, value: string): Promise<string>;
}
