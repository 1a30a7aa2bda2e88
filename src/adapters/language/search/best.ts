/** Something found, and how well it fits. */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

/** What is searched, slot by slot. */
export interface Searched {
  readonly scores: Float64Array;
  /** Of the slots. */
  readonly end: number;
  /** Undefined for a slot that is empty. */
  readonly idOf: (slot: number) => string | undefined;
}

/** The `most` slots with the highest score above 0, best first, those of the same score by their id. */
export function best(scores: Float64Array, end: number, most: number, idOf: Searched["idOf"]): Scored[] {
  const bar = barOf(scores, end, most, idOf);
  const found: Scored[] = [];
  for (let slot = 0; slot < end; slot += 1) {
    const score = scores[slot] ?? 0;
    if (score > 0 && score >= bar && idOf(slot) !== undefined) found.push({ slot, score });
  }
  return found
    .sort((a, b) => b.score - a.score || ((idOf(a.slot) ?? "") < (idOf(b.slot) ?? "") ? -1 : 1))
    .slice(0, most);
}

/** The score of the last of the best, or 0 when there are fewer: numbers alone, whatever the ids of those alike. */
function barOf(scores: Float64Array, end: number, most: number, idOf: Searched["idOf"]): number {
  // A heap of the best scores so far, the worst of them on top.
  const heap = new Float64Array(most);
  let size = 0;
  let bar = 0;
  for (let slot = 0; slot < end; slot += 1) {
    const score = scores[slot] ?? 0;
    if (score <= bar || idOf(slot) === undefined) continue;
    if (size < most) rise(heap, size++, score);
    else sink(heap, size, score);
    if (size === most) bar = heap[0] ?? 0;
  }
  return bar;
}

function rise(heap: Float64Array, last: number, score: number): void {
  let at = last;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] ?? 0;
    if (above <= score) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = score;
}

function sink(heap: Float64Array, size: number, score: number): void {
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    if (child + 1 < size && (heap[child + 1] ?? 0) < (heap[child] ?? 0)) child += 1;
    const below = heap[child] ?? 0;
    if (below >= score) break;
    heap[at] = below;
    at = child;
  }
  heap[at] = score;
}
