/** A place where an answer may stand. */
export type Place = { readonly kind: "memory"; readonly memoryId: string } | PlaceInConversation;

export type PlaceInConversation =
  | { readonly kind: "summary"; readonly conversationId: string }
  | { readonly kind: "snippet"; readonly conversationId: string; readonly at: number };

export interface PlaceFound {
  readonly place: Place;
  /** As of `relevanceOf`, neighbours included. */
  readonly relevance: number;
}

/** Those of the same relevance in an order of their own: by whose they are, then by where. */
export function bestFirst(places: readonly PlaceFound[]): PlaceFound[] {
  return places.toSorted((a, b) => b.relevance - a.relevance || compare(a.place, b.place));
}

function compare(one: Place, other: Place): number {
  const [a, b] = [ownerOf(one), ownerOf(other)];
  if (a !== b) return a < b ? -1 : 1;
  return atOf(one) - atOf(other);
}

const ownerOf = (place: Place): string => (place.kind === "memory" ? place.memoryId : place.conversationId);
const atOf = (place: Place): number => (place.kind === "snippet" ? place.at : -1);
