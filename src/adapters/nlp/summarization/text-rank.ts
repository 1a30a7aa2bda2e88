const SECTIONS = 12;
const MIN_SPREAD = 0.3;
export function rankTerms(sequences: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const entries = new Map<string, { count: number; sections: Set<number> }>();
  for (const [position, terms] of sequences.entries()) {
    const section = Math.floor((position * SECTIONS) / sequences.length);
    for (const term of new Set(terms)) {
      const entry = entries.get(term) ?? { count: 0, sections: new Set<number>() };
      entry.count += 1;
      entry.sections.add(section);
      entries.set(term, entry);
    }
  }
  const P = Number(process.env["P"] ?? 0.5);
  const raw = Array.from(entries, ([term, { count, sections }]) => [term, count ** P * (MIN_SPREAD + (1 - MIN_SPREAD) * Math.min(1, sections.size / 7))] as const);
  const greatest = raw.reduce((most, [, w]) => Math.max(most, w), 0) || 1;
  return new Map(raw.map(([t, w]) => [t, w / greatest]));
}
