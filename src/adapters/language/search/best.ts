/** Something found, and how well it fits. */
export interface Scored {
  readonly slot: number;
  readonly score: number;
}

/**
 * The `most` slots with the highest score above 0, best first, those of the same score by their id.
 * @param scores by slot.
 * @param end of the slots.
 * @param idOf undefined for a slot that is empty.
 */
export function best(
  scores: Float64Array,
  end: number,
  most: number,
  idOf: (slot: number) => string | undefined,
): Scored[] {
  // A heap of the best so far, the worst of them on top.
  const heap: Scored[] = [];
  const worse = (a: Scored, b: Scored): boolean =>
    a.score < b.score || (a.score === b.score && (idOf(a.slot) ?? "") > (idOf(b.slot) ?? ""));
  let bar = 0;
  for (let slot = 0; slot < end; slot += 1) {
    const score = scores[slot] ?? 0;
    if (score <= 0 || score < bar || idOf(slot) === undefined) continue;
    const found = { slot, score };
    if (heap.length < most) {
      rise(heap, found, worse);
    } else if (heap[0] && worse(heap[0], found)) {
      heap[0] = found;
      sink(heap, worse);
    }
    if (heap.length === most) bar = heap[0]?.score ?? 0;
  }
  return heap.sort((a, b) => (worse(a, b) ? 1 : -1));
}

type Worse = (a: Scored, b: Scored) => boolean;

function rise(heap: Scored[], found: Scored, worse: Worse): void {
  let at = heap.push(found) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent];
    if (!above || !worse(found, above)) break;
    heap[at] = above;
    heap[parent] = found;
    at = parent;
  }
}

function sink(heap: Scored[], worse: Worse): void {
  const top = heap[0];
  if (!top) return;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    if (!left) break;
    const child = right && worse(right, left) ? right : left;
    if (!worse(child, top)) break;
    heap[at] = child;
    at = child === left ? 2 * at + 1 : 2 * at + 2;
    heap[at] = top;
  }
}
