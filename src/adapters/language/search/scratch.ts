import type { IdOf } from "./best.js";

/** What a search writes down by slot; all zero at its beginning. */
export interface Room {
  readonly scores: Float64Array;
  /** What the terms of one clue give; zero again after each. */
  readonly given: Float64Array;
  /** How many clues gave something. */
  readonly clues: Uint8Array;
}

/** What is searched, slot by slot. */
export interface Searched {
  readonly room: Room;
  /** Of the slots. */
  readonly end: number;
  readonly idOf: IdOf;
}

/** Room for one search after another, shared by all users. */
export class Scratch {
  #room = roomFor(1024);

  /** For as many slots. Only until the next call. */
  zeros(slots: number): Room {
    if (this.#room.scores.length < slots) this.#room = roomFor(Math.ceil(slots * 1.25));
    else for (const row of Object.values(this.#room) as (Float64Array | Uint8Array)[]) row.fill(0, 0, slots);
    return this.#room;
  }
}

const roomFor = (slots: number): Room => ({
  scores: new Float64Array(slots),
  given: new Float64Array(slots),
  clues: new Uint8Array(slots),
});
