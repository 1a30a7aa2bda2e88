/** Lets no more than so many go at once; the others wait, and go in the order in which they came. */
export class LoadingPermits {
  readonly #waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** @returns what is to be called once when it is done. */
  async take(): Promise<() => void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.free += 1;
    };
  }
}
