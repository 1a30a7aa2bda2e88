import type { PushTarget } from "../domain/push-target.js";

export interface PushPlacesLimits {
  /** How many deliveries may be under way at once: in all, to the targets of one host, and to one target. */
  readonly inAll: number;
  readonly ofHost: number;
  readonly ofTarget: number;
}

/**
 * Who is delivered to at once. A target that nothing is on its way to may use the last free place, one that has some
 * must leave half of them free: so slow targets take no place from those that need but one.
 */
export class PushPlaces {
  private inAll = 0;
  private readonly ofHost = new Map<string, number>();
  private readonly ofTarget = new Map<string, number>();

  constructor(private readonly limits: PushPlacesLimits) {}

  /** @returns what gives the place back, to be called once; undefined when there is none. */
  take(target: PushTarget): (() => void) | undefined {
    const { host } = target;
    const { id } = target.state;
    if (!this.hasRoom(id, host)) return undefined;
    this.count(id, host, 1);
    return () => this.count(id, host, -1);
  }

  private hasRoom(id: string, host: string): boolean {
    const { inAll, ofHost, ofTarget } = this.limits;
    const own = this.ofTarget.get(id) ?? 0;
    const share = own === 0 ? inAll : inAll / 2;
    return own < ofTarget && (this.ofHost.get(host) ?? 0) < ofHost && this.inAll < share;
  }

  private count(id: string, host: string, by: number): void {
    this.inAll += by;
    add(this.ofTarget, id, by);
    add(this.ofHost, host, by);
  }
}

/** What is counted to nothing is forgotten. */
function add(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
