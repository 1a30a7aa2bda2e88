export interface StoreHealth {
  /** What stores the data, such as `sqlite`; shown to operators. */
  readonly id: string;
  /** @throws when the store can neither be read nor written. */
  check(): Promise<void>;
}
