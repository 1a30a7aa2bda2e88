import type { WireNames } from "./wire-names.js";

/** A body that is written already. */
export class WrittenJson {
  readonly text: string;

  constructor(value: unknown) {
    this.text = JSON.stringify(value);
  }
}

/** Writes a value's body once, however often the same value (it never changes) is answered. */
export function writtenOnce<T extends object>(
  body: (value: T, names: WireNames) => unknown,
): (value: T, names: WireNames) => WrittenJson {
  const written = new WeakMap<WireNames, WeakMap<T, WrittenJson>>();
  return (value, names) => {
    let known = written.get(names);
    if (!known) written.set(names, (known = new WeakMap()));
    let json = known.get(value);
    if (!json) known.set(value, (json = new WrittenJson(body(value, names))));
    return json;
  };
}
