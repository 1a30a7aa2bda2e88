export interface StoreHealth {
  /** @throws when the store can neither be read nor written. */
  check(): Promise<void>;
}
