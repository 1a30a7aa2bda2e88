import { GrowingRow } from "./growing.js";

/** A few numbers a slot, all in one row: an array of its own for each would cost more than what is in it. */
export class Slices {
  #row = new GrowingRow();
  /** By slot: where its numbers begin and end in the row; at 0 and 0 those of an empty one. */
  #starts = new GrowingRow();
  #ends = new GrowingRow();

  constructor() {
    // No slice ends at 0 then, not even one without numbers.
    this.#row.push(0);
  }

  get bytes(): number {
    return this.#row.values.byteLength + this.#starts.values.byteLength + this.#ends.values.byteLength;
  }

  /** @param slot a new one, greater than all before. */
  put(slot: number, values: Iterable<number>): void {
    while (this.#starts.length < slot) {
      this.#starts.push(0);
      this.#ends.push(0);
    }
    this.#starts.push(this.#row.length);
    for (const value of values) this.#row.push(value);
    this.#ends.push(this.#row.length);
  }

  /** Undefined for a slot that is empty. Only until the next change. */
  of(slot: number): Uint32Array | undefined {
    const end = this.#ends.values[slot] ?? 0;
    return end === 0 ? undefined : this.#row.values.subarray(this.#starts.values[slot], end);
  }

  remove(slot: number): void {
    this.#starts.values[slot] = this.#ends.values[slot] = 0;
  }

  /** As `InvertedIndex.compact`. */
  compact(newSlotOf: readonly (number | undefined)[]): void {
    const kept = new Slices();
    newSlotOf.forEach((to, from) => {
      if (to !== undefined) kept.put(to, this.of(from) ?? []);
    });
    [this.#row, this.#starts, this.#ends] = [kept.#row, kept.#starts, kept.#ends];
  }
}
