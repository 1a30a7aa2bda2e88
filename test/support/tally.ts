import type { Operation } from "./openapi-document.js";

type Condition = (status: number) => boolean;

/** How often each operation answered with each status. */
export class Tally {
  private readonly counts = new Map<string, Map<number, number>>();

  add(name: string, status: number): void {
    const mine = this.counts.get(name) ?? new Map<number, number>();
    this.counts.set(name, mine.set(status, (mine.get(status) ?? 0) + 1));
  }

  get total(): number {
    return this.totalWhere(() => true);
  }

  totalWhere(condition: Condition): number {
    return [...this.counts.keys()].reduce((sum, name) => sum + this.of(name, condition), 0);
  }

  of(name: string, condition: Condition): number {
    const mine = [...(this.counts.get(name) ?? [])];
    return mine.reduce((sum, [status, count]) => sum + (condition(status) ? count : 0), 0);
  }

  /** A table: a line for each operation, a column for each status. */
  toString(): string {
    const statuses = [...new Set([...this.counts.values()].flatMap((mine) => [...mine.keys()]))].sort((a, b) => a - b);
    const width = Math.max(...[...this.counts.keys()].map(({ length }) => length));
    const row = (name: string, cells: readonly number[]): string =>
      name.padEnd(width) + cells.map((cell) => String(cell || "").padStart(6)).join("");
    const lines = [...this.counts].map(([name, mine]) =>
      row(
        name,
        statuses.map((status) => mine.get(status) ?? 0),
      ),
    );
    return [row("", statuses), ...lines.sort()].join("\n");
  }
}

/** The statuses that an operation declares. */
export function declaredBy({ responses }: Operation): number[] {
  return Object.keys(responses).map(Number);
}
