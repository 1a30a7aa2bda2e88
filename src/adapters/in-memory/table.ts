interface Identified {
  readonly id: string;
}

interface Aggregate<S> {
  readonly state: S;
}

/** States by user and id. What goes in and what comes out are copies: nobody outside holds what is stored. */
export class Table<S extends Identified, A extends Aggregate<S>> {
  readonly #owners = new Map<string, Map<string, S>>();

  constructor(private readonly restore: (state: S) => A) {}

  get(userId: string, id: string): A | undefined {
    const state = this.#owners.get(userId)?.get(id);
    return state && this.restore(copyOf(state));
  }

  has(userId: string, id: string): boolean {
    return this.#owners.get(userId)?.has(id) ?? false;
  }

  put(userId: string, { state }: A): void {
    const owned = this.#owners.get(userId) ?? new Map<string, S>();
    owned.set(state.id, copyOf(state));
    this.#owners.set(userId, owned);
  }

  /** Undefined when there is none of this id; what `change` throws is thrown, and nothing changes. */
  update(userId: string, id: string, change: (before: A) => A): A | undefined {
    const before = this.get(userId, id);
    if (!before) return undefined;
    const after = change(before);
    this.put(userId, after);
    return after;
  }

  /** True when there was something. */
  remove(userId: string, id: string): boolean {
    return this.#owners.get(userId)?.delete(id) ?? false;
  }

  of(userId: string): A[] {
    return [...(this.#owners.get(userId)?.values() ?? [])].map((state) => this.restore(copyOf(state)));
  }

  /** The users who have any. */
  userIds(): string[] {
    return [...this.#owners.keys()];
  }

  /** Of all users. */
  all(): A[] {
    return [...this.#owners.keys()].flatMap((userId) => this.of(userId));
  }
}

/** Orders by the key that `keyOf` names, ascending. */
export function by<T>(keyOf: (value: T) => string | number): (a: T, b: T) => number {
  return (a, b) => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === right) return 0;
    return left < right ? -1 : 1;
  };
}

/** As `structuredClone`, in a fraction of its time for what states are made of: plain objects, lists and dates. */
function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return new Date(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => copyOf(each)) as T;
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]: [string, unknown]) => [name, copyOf(each)])) as T;
}
