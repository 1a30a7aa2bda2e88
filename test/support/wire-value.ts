import type { CapturedValues } from "./captured-values.js";

/** A value for a body or a query: JSON, and what JSON libraries do not write. */
export type WireValue =
  null | boolean | number | string | readonly WireValue[] | JsonMembers | RawJson | CapturedReference;

/** An object with arbitrary names, which may occur more than once. */
export class JsonMembers {
  constructor(readonly entries: readonly (readonly [name: string, value: WireValue])[]) {}
}

/** Text that is inserted unchanged. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** A captured value with this name, or the fallback if none was captured. */
export class CapturedReference {
  constructor(
    readonly name: string,
    readonly choice: number,
    readonly fallback: string | null,
  ) {}

  resolveFrom(capturedValues: CapturedValues): string | null {
    return capturedValues.chooseValue(this.name, this.choice) ?? this.fallback;
  }
}

export function toJsonText(value: WireValue, capturedValues: CapturedValues): string {
  if (value instanceof RawJson) return value.text;
  if (value instanceof CapturedReference) return JSON.stringify(value.resolveFrom(capturedValues));
  if (value instanceof JsonMembers) {
    return `{${value.entries.map(([name, member]) => `${JSON.stringify(name)}:${toJsonText(member, capturedValues)}`).join(",")}}`;
  }
  if (isList(value)) return `[${value.map((element) => toJsonText(element, capturedValues)).join(",")}]`;
  // JSON.stringify writes -0 as 0.
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}

/** Formats a value for a query or a form: strings without quotes. Undefined for a value to omit. */
export function toQueryText(value: WireValue, capturedValues: CapturedValues): string | undefined {
  if (value instanceof CapturedReference) return value.resolveFrom(capturedValues) ?? undefined;
  return typeof value === "string" ? value : toJsonText(value, capturedValues);
}

function isList(value: WireValue): value is readonly WireValue[] {
  return Array.isArray(value);
}
