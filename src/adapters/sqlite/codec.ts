type Path = readonly (string | number)[];

interface Envelope {
  readonly state: object;
  /** Where `state` has a Date: JSON knows only its text, and a text of the user may look just like that. */
  readonly dates: readonly Path[];
}

/** A state as JSON text from which `decode` restores it exactly, Dates included. */
export function encode(state: object): string {
  const dates: Path[] = [];
  findDates(state, [], dates);
  return JSON.stringify({ dates, state } satisfies Envelope);
}

/** As `encode`, for a state that holds no Date. */
export function encodeWithoutDates(state: object): string {
  return JSON.stringify({ dates: [], state } satisfies Envelope);
}

export function decode(text: string): object {
  const { dates, state } = JSON.parse(text) as Envelope;
  for (const path of dates) revive(state, path);
  return state;
}

/** @param path where `value` is; the same again when this returns. */
function findDates(value: object, path: (string | number)[], found: Path[]): void {
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof member !== "object" || member === null) continue;
    path.push(key);
    if (member instanceof Date) found.push([...path]);
    else findDates(member, path, found);
    path.pop();
  }
}

function revive(state: object, path: Path): void {
  let holder = state as Record<string | number, unknown>;
  const last = path.length - 1;
  for (let i = 0; i < last; i += 1) holder = holder[path[i] as string] as Record<string | number, unknown>;
  const key = path[last] as string;
  holder[key] = new Date(holder[key] as string);
}
