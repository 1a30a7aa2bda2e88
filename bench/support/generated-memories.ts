import { loadMemoryRetrievalSet } from "../retrieval/memory-retrieval-set.js";

const names =
  "Ana Bo Chidi Dara Emil Fatma Goran Hiro Ines Jonas Kofi Lena Malik Nadia Otto Priya Rosa Sven Tariq Uma".split(" ");

/**
 * @returns generated memories with distinct contents: each joins the beginning and the end of two memories of the
 * retrieval set with a name and a number. The same for each run.
 */
export function generateMemories(count: number): { id: string; content: string }[] {
  const contents = loadMemoryRetrievalSet().memories.map(({ content }) => content.split(" "));
  let seed = 1;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  return Array.from({ length: count }, (_, i) => {
    const [one = [], other = []] = [contents[random(contents.length)], contents[random(contents.length)]];
    const words = [
      ...one.slice(0, 6),
      "with",
      names[random(names.length)],
      ...other.slice(-5),
      "in",
      1900 + random(2_000),
    ];
    return { id: `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`, content: words.join(" ") };
  });
}
