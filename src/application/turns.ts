import type { Scheduler } from "../ports/driven/scheduler.js";

export interface Place {
  readonly lane: string;
  readonly host: string;
}

export interface TurnLimits {
  /** How many may have their turn at once, in all and of the same host. */
  readonly inAll: number;
  readonly ofHost: number;
  readonly ofLane: number;
  /** How many of a lane may wait, and how many in all. */
  readonly waiting: number;
  readonly waitingInAll: number;
  /** How long anybody waits, in milliseconds. */
  readonly waitMs: number;
}

interface Waiter {
  readonly host: string;
  readonly begin: () => void;
  readonly giveUp: () => void;
}

/**
 * Who may call at once. A lane that has no call under way may use the last free place, one that has must leave half
 * of them free: so slow lanes, however many calls they make, take no place from those that need but one.
 */
export class Turns {
  private running = 0;
  private waiting = 0;
  private readonly ofLane = new Map<string, number>();
  private readonly ofHost = new Map<string, number>();
  /** By lane, the one served longest ago first; within a lane the first to come first. */
  private readonly queues = new Map<string, Set<Waiter>>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly limits: TurnLimits,
  ) {}

  /** @returns what ends the turn, to be called once; undefined when there was none in time. */
  take({ lane, host }: Place): Promise<(() => void) | undefined> {
    const queue = this.queues.get(lane) ?? new Set();
    if (queue.size === 0 && this.hasRoom(lane, host)) return Promise.resolve(this.begin(lane, host));
    if (queue.size >= this.limits.waiting || this.waiting >= this.limits.waitingInAll)
      return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const settle = (turn: (() => void) | undefined): void => {
        cancel();
        queue.delete(waiter);
        this.waiting -= 1;
        if (queue.size === 0) this.queues.delete(lane);
        resolve(turn);
      };
      const waiter: Waiter = {
        host,
        begin: () => settle(this.begin(lane, host)),
        giveUp: () => settle(undefined),
      };
      const cancel = this.scheduler.after(this.limits.waitMs, waiter.giveUp);
      this.waiting += 1;
      this.queues.set(lane, queue.add(waiter));
    });
  }

  /** Whoever waits now waits no longer. */
  dismiss(): void {
    for (const queue of [...this.queues.values()]) for (const waiter of [...queue]) waiter.giveUp();
  }

  private hasRoom(lane: string, host: string): boolean {
    const { inAll, ofHost, ofLane } = this.limits;
    const own = this.ofLane.get(lane) ?? 0;
    const share = own === 0 ? 1 : 1 / 2;
    return own < ofLane && this.running < inAll * share && (this.ofHost.get(host) ?? 0) < ofHost * share;
  }

  private begin(lane: string, host: string): () => void {
    this.running += 1;
    count(this.ofLane, lane, 1);
    count(this.ofHost, host, 1);
    return () => {
      this.running -= 1;
      count(this.ofLane, lane, -1);
      count(this.ofHost, host, -1);
      this.serve();
    };
  }

  private serve(): void {
    for (const [lane, queue] of [...this.queues]) {
      if (this.running >= this.limits.inAll) return;
      const [next] = queue;
      if (!next || !this.hasRoom(lane, next.host)) continue;
      next.begin();
      // Behind the others, when more of it wait.
      if (this.queues.delete(lane)) this.queues.set(lane, queue);
    }
  }
}

/** What is counted to nothing is forgotten. */
function count(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}
