type PropertyPath = readonly (string | number)[];

interface StateEnvelope {
  readonly state: object;
  /** The paths of Dates in `state`: JSON has them as strings, and a user's text may look the same. */
  readonly dates: readonly PropertyPath[];
}

/** Returns a state as JSON text, from which `deserializeState` restores it exactly, Dates included. */
export function serializeState(state: object): string {
  const dates: PropertyPath[] = [];
  collectDatePaths(state, [], dates);
  return JSON.stringify({ dates, state } satisfies StateEnvelope);
}

/** As `serializeState`, for a state without Dates. */
export function serializeStateWithoutDates(state: object): string {
  return JSON.stringify({ dates: [], state } satisfies StateEnvelope);
}

export function deserializeState(text: string): object {
  const { dates, state } = JSON.parse(text) as StateEnvelope;
  for (const path of dates) restoreDate(state, path);
  return state;
}

/** @param path the path of `value`; unchanged when the call returns. */
function collectDatePaths(value: object, path: (string | number)[], datePaths: PropertyPath[]): void {
  for (const key of Object.keys(value)) {
    const propertyValue = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof propertyValue !== "object" || propertyValue === null) continue;
    path.push(key);
    if (propertyValue instanceof Date) datePaths.push([...path]);
    else collectDatePaths(propertyValue, path, datePaths);
    path.pop();
  }
}

function restoreDate(state: object, path: PropertyPath): void {
  let parent = state as Record<string | number, unknown>;
  const lastIndex = path.length - 1;
  for (let index = 0; index < lastIndex; index += 1)
    parent = parent[path[index] as string] as Record<string | number, unknown>;
  const key = path[lastIndex] as string;
  parent[key] = new Date(parent[key] as string);
}
