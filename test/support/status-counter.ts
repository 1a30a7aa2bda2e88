import type { Operation } from "./openapi-document.js";

type StatusCondition = (status: number) => boolean;

/** Counts the responses of each operation by status. */
export class StatusCounter {
  private readonly counts = new Map<string, Map<number, number>>();

  add(name: string, status: number): void {
    const statusCounts = this.counts.get(name) ?? new Map<number, number>();
    this.counts.set(name, statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1));
  }

  get total(): number {
    return this.countWhere(() => true);
  }

  countWhere(condition: StatusCondition): number {
    return [...this.counts.keys()].reduce((sum, name) => sum + this.countFor(name, condition), 0);
  }

  countFor(name: string, condition: StatusCondition): number {
    const statusCounts = [...(this.counts.get(name) ?? [])];
    return statusCounts.reduce((sum, [status, count]) => sum + (condition(status) ? count : 0), 0);
  }

  /** Formats a table with a line for each operation and a column for each status. */
  toString(): string {
    const statuses = [...new Set([...this.counts.values()].flatMap((statusCounts) => [...statusCounts.keys()]))].sort(
      (a, b) => a - b,
    );
    const width = Math.max(...[...this.counts.keys()].map(({ length }) => length));
    const formatRow = (name: string, cells: readonly number[]): string =>
      name.padEnd(width) + cells.map((cell) => String(cell || "").padStart(6)).join("");
    const lines = [...this.counts].map(([name, statusCounts]) =>
      formatRow(
        name,
        statuses.map((status) => statusCounts.get(status) ?? 0),
      ),
    );
    return [formatRow("", statuses), ...lines.sort()].join("\n");
  }
}

/** Lists the statuses that an operation declares. */
export function listDeclaredStatuses({ responses }: Operation): number[] {
  return Object.keys(responses).map(Number);
}
