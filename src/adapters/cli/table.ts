/** Rows of equal keys as aligned columns under their names; a line that says so when there are none. */
export function table(rows: readonly Readonly<Record<string, string | null>>[]): string {
  const [first] = rows;
  if (!first) return "None.";
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? "never"))];
  const widths = columns.map((_, index) => Math.max(...cells.map((line) => line[index]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
