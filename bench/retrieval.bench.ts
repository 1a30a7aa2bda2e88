import type { Figure } from "./support/measure.js";
import { life } from "./retrieval/life.js";
import { qualities, ways } from "./retrieval/rankings.js";

/** Recall@5 and MRR of words, vectors and both on questions in other words than the memory, as a table. */
export function retrieval(): Promise<Figure[]> {
  const found = qualities(life());
  console.log(`  ${"recall@5, MRR".padEnd(26)}${ways.map((way) => way.padStart(16)).join("")}`);
  for (const { part, kind, questions, recallAt5, mrr } of found) {
    const cells = ways.map((way) => `${(100 * recallAt5[way]).toFixed(1)} %, ${mrr[way].toFixed(3)}`.padStart(16));
    console.log(`  ${part.padEnd(7)} ${kind.padEnd(11)} ${String(questions).padStart(5)} ${cells.join("")}`);
  }
  const reported = found.filter(({ part }) => part === "report");
  return Promise.resolve(
    reported
      .filter(({ kind }) => kind === "name" || kind === "number" || kind === "paraphrase")
      .flatMap(({ kind, recallAt5, mrr }) => [
        {
          name: `Recall@5 of fused beside the better of lexical and vector, ${kind}`,
          value: recallAt5.fused / Math.max(recallAt5.lexical, recallAt5.vector),
          unit: "×",
          goal: { atLeast: 1 },
        },
        {
          name: `MRR of fused beside the better of lexical and vector, ${kind}`,
          value: mrr.fused / Math.max(mrr.lexical, mrr.vector),
          unit: "×",
          goal: { atLeast: 1 },
        },
      ]),
  );
}
