import type { SeenValues } from "./seen-values.js";

/** What is to be written into a body or a query: JSON, and what JSON libraries do not write. */
export type WireValue = null | boolean | number | string | readonly WireValue[] | Members | Verbatim | Seen;

/** An object, whose names may be anything and may stand there twice. */
export class Members {
  constructor(readonly entries: readonly (readonly [name: string, value: WireValue])[]) {}
}

/** Text that is put there as it is. */
export class Verbatim {
  constructor(readonly text: string) {}
}

/** What answers have shown under this name, or another value where they have shown nothing yet. */
export class Seen {
  constructor(
    readonly name: string,
    readonly choice: number,
    readonly otherwise: string | null,
  ) {}

  in(seen: SeenValues): string | null {
    return seen.named(this.name, this.choice) ?? this.otherwise;
  }
}

export function asJson(value: WireValue, seen: SeenValues): string {
  if (value instanceof Verbatim) return value.text;
  if (value instanceof Seen) return JSON.stringify(value.in(seen));
  if (value instanceof Members) {
    return `{${value.entries.map(([name, each]) => `${JSON.stringify(name)}:${asJson(each, seen)}`).join(",")}}`;
  }
  if (isList(value)) return `[${value.map((each) => asJson(each, seen)).join(",")}]`;
  // JSON.stringify writes -0 as 0.
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}

/** As a query or a form has it: a text without quotes. Undefined for what is to be left out. */
export function asText(value: WireValue, seen: SeenValues): string | undefined {
  if (value instanceof Seen) return value.in(seen) ?? undefined;
  return typeof value === "string" ? value : asJson(value, seen);
}

function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}
