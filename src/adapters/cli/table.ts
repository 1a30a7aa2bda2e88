/**
 * Rows of equal keys as aligned columns under their names; a line that says so when there are none. What is stored is
 * shown in one line, and cannot steer the terminal.
 */
export function table(rows: readonly Readonly<Record<string, string | null>>[]): string {
  const [first] = rows;
  if (!first) return "None.";
  const columns = Object.keys(first);
  const cells = [columns, ...rows.map((row) => columns.map((column) => inOneLine(row[column] ?? "never")))];
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

/** The beginning of a list as a table, and how long the list is when that is not all of it. */
export function pageTable(rows: readonly Readonly<Record<string, string | null>>[], total: number | null): string {
  const shown = table(rows);
  return total !== null && total > rows.length ? `${shown}\n\nThe first ${rows.length} of ${total}.` : shown;
}

/** Text that somebody else wrote, without what would break the line or steer the terminal. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
