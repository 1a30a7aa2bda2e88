const FIRST_CAPACITY = 4;

/** Unsigned integers of 32 bits in a row that grows at its end. */
export class GrowingRow {
  values = new Uint32Array(FIRST_CAPACITY);
  length = 0;

  get bytes(): number {
    return this.values.byteLength;
  }

  /** @returns by how many bytes it has grown. */
  push(value: number): number {
    const before = this.values.length;
    const isFull = this.length === before;
    if (isFull) this.values = grown(this.values, before * 2);
    this.values[this.length] = value;
    this.length += 1;
    return isFull ? (this.values.length - before) * this.values.BYTES_PER_ELEMENT : 0;
  }
}

function grown(values: Uint32Array, capacity: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(capacity);
  larger.set(values);
  return larger;
}
