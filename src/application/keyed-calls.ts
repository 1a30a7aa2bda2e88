import { answerNotKept } from "../domain/errors.js";
import { IdempotencyRecord } from "../domain/idempotency-record.js";
import type { Clock, EventLog, Ids, IdempotencyRepository, Scheduler, Secrets } from "../ports/driven/index.js";
import type { BegunCall, Call, KeyedCallUseCases, RepeatedCall } from "../ports/driving/index.js";
import { keepRenewing } from "./renewal.js";

export interface KeyedCallPorts {
  readonly idempotencyRecords: IdempotencyRepository;
  readonly secrets: Secrets;
  readonly ids: Ids;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
  readonly log: EventLog;
}

/**
 * How long a claim holds without being renewed, in milliseconds. Whoever repeats a call whose process was killed waits
 * that long at most; few calls live long enough to renew theirs.
 */
const LEASE_MS = 3_000;
/** How often the store is asked for what has expired, in milliseconds, and how many go with one write. */
const SWEEP_MS = 60_000;
const MOST_SWEPT = 500;

/** Decision 10.1: a repeated call is answered, not done again. */
export class KeyedCalls implements KeyedCallUseCases {
  private cancelSweep: () => void = () => undefined;
  private sweeping: Promise<void> | undefined;
  private isStopped = false;

  constructor(private readonly ports: KeyedCallPorts) {}

  /** Removes what has expired, now and ever again, until `stop`. */
  start(): void {
    this.sweeping = this.sweep().finally(() => {
      this.sweeping = undefined;
      if (!this.isStopped) this.cancelSweep = this.ports.scheduler.after(SWEEP_MS, () => this.start());
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancelSweep();
    await this.sweeping;
  }

  async begin(call: Call, key: string, request: string): Promise<RepeatedCall | BegunCall> {
    const { idempotencyRecords, clock } = this.ports;
    const { userId } = call;
    const id = this.digest("key", userId, key);
    const fingerprint = this.digest("request", userId, request);
    const seed = this.ports.ids.fresh();
    const now = clock.now();
    const begun = await idempotencyRecords.put(userId, id, (before) =>
      IdempotencyRecord.begin(before, { id, userId, fingerprint, seed }, now, LEASE_MS),
    );
    if (!begun.isAnswered) return this.running(begun, call);
    const { answer } = begun.state;
    if (answer === null) throw answerNotKept();
    return { outcome: "repeated", answer };
  }

  /**
   * To be called when objects of the user can be seen no more, before whoever deleted them is answered, and also when
   * they were deleted before: who deletes again after a crash finishes what that left.
   */
  async forget(userId: string, objectIds: readonly string[]): Promise<void> {
    await this.ports.idempotencyRecords.forget(userId, objectIds, this.ports.clock.now());
  }

  private running({ state, repeats }: IdempotencyRecord, call: Call): BegunCall {
    const { userId, id, seed, lease } = state;
    const { idempotencyRecords, clock } = this.ports;
    const stopRenewing = this.keepRenewing(state);
    const end = async (change: (before: IdempotencyRecord) => IdempotencyRecord): Promise<void> => {
      stopRenewing();
      try {
        await idempotencyRecords.update(userId, id, change);
      } catch (error) {
        // The caller is answered all the same; the lease runs out, and a repeat tries again with the same ids.
        this.ports.log.warn("keyed_call.end_not_noted", { error: String(error) });
      }
    };
    const names = [userId, "keyed_call", id, seed];
    const { ids } = this.ports;
    return {
      outcome: "begun",
      call: {
        ...call,
        ids: new RepeatedIds(ids, names),
        keyed: { callId: ids.derived(...names), repeats },
      },
      answered: (answer, shows) => end((before) => before.end(lease.fence, answer, shows)),
      failed: () => end((before) => before.giveBack(lease.fence, clock.now())),
    };
  }

  private keepRenewing({ userId, id, lease }: IdempotencyRecord["state"]): () => void {
    const { idempotencyRecords, scheduler, clock, log } = this.ports;
    return keepRenewing(scheduler, {
      leaseMs: LEASE_MS,
      renew: () => idempotencyRecords.update(userId, id, (before) => before.renew(lease.fence, clock.now(), LEASE_MS)),
      complain: (error) => log.warn("keyed_call.lease_not_renewed", { error: String(error) }),
    });
  }

  private async sweep(): Promise<void> {
    const { idempotencyRecords, clock, log } = this.ports;
    try {
      let removed: number;
      do {
        removed = await idempotencyRecords.removeExpired(clock.now(), MOST_SWEPT);
      } while (removed === MOST_SWEPT && !this.isStopped);
    } catch (error) {
      log.error("keyed_calls.sweep_failed", { error: String(error) });
    }
  }

  /** Keyed, so that nobody who has the store can try what a key or a request may have been. */
  private digest(...names: readonly string[]): string {
    return this.ports.secrets.digest(JSON.stringify(["keyed_call", ...names]));
  }
}

/** Fresh ids that are the same, one after the other, in every try of a call, and in no other call. */
class RepeatedIds implements Ids {
  private count = 0;

  constructor(
    private readonly ids: Ids,
    private readonly names: readonly string[],
  ) {}

  fresh(): string {
    this.count += 1;
    return this.ids.derived(...this.names, String(this.count));
  }

  derived(...names: readonly string[]): string {
    return this.ids.derived(...names);
  }
}
