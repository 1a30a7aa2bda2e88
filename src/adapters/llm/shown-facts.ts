import type { KnownFact } from "../../ports/driven/summariser.js";
import { visible } from "../../domain/written-text.js";
import { estimatedTokens } from "./tokens.js";

/** Known facts as a model sees them. */
export interface ShownFacts {
  /** A line for each; empty when there are none. */
  readonly text: string;
  /** The places of those that something newer may supersede, by the numbers they are shown with. */
  readonly openFacts: ReadonlyMap<number, number>;
}

/** As many of the first as there is room for. Who may not supersede a fact is not told its number. @param room in tokens. */
export function shownFacts(facts: readonly KnownFact[], room: number): ShownFacts {
  const openFacts = new Map<number, number>();
  const lines: string[] = [];
  let taken = 0;
  for (const [place, { content, isOpen }] of facts.entries()) {
    const number = openFacts.size + 1;
    const line = `${isOpen ? `(${number})` : "-"} ${visible(content)}`;
    taken += estimatedTokens(line) + 1;
    if (taken > room) break;
    lines.push(line);
    if (isOpen) openFacts.set(number, place);
  }
  return { text: lines.join("\n"), openFacts };
}
