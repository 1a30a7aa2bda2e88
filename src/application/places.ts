export interface PlaceLimits {
  readonly inAll: number;
  /** Of one who is served. */
  readonly ofOne: number;
  /** The same while half of all are taken. */
  readonly ofOneWhenFull: number;
}

/** Places that are shared by many: those who keep theirs for long, however many they are, leave room for the others. */
export class Places {
  private taken = 0;
  private readonly own = new Map<string, number>();

  constructor(private readonly limits: PlaceLimits) {}

  /** @returns gives the place back; undefined when there is none for this one now. */
  take(one: string): (() => void) | undefined {
    const { inAll, ofOne, ofOneWhenFull } = this.limits;
    const own = this.own.get(one) ?? 0;
    const most = this.taken >= inAll / 2 ? ofOneWhenFull : ofOne;
    if (this.taken >= inAll || own >= most) return undefined;
    this.taken += 1;
    this.own.set(one, own + 1);
    return () => this.giveBack(one);
  }

  private giveBack(one: string): void {
    this.taken -= 1;
    const left = (this.own.get(one) ?? 0) - 1;
    if (left > 0) this.own.set(one, left);
    else this.own.delete(one);
  }
}
