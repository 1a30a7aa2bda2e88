import { responseNotStored } from "../../domain/errors.js";
import { IdempotencyRecord } from "../../domain/idempotency/idempotency-record.js";
import type {
  Clock,
  EventLog,
  IdGenerator,
  IdempotencyRepository,
  RuntimeComponents,
  Scheduler,
  Secrets,
} from "../../ports/driven/index.js";
import type {
  StartedRequest,
  RequestContext,
  IdempotencyUseCases,
  ReplayedResponse,
} from "../../ports/driving/index.js";

export interface IdempotencyPorts {
  readonly idempotencyRecords: IdempotencyRepository;
  readonly secrets: Secrets;
  readonly ids: IdGenerator;
  readonly scheduler: Scheduler;
  readonly runtime: Pick<RuntimeComponents, "startHeartbeat">;
  readonly clock: Clock;
  readonly log: EventLog;
}

/**
 * How long a claim lasts without a renewal, in milliseconds. A repeat of a request whose process was killed is rejected
 * at most that long. Few requests run long enough to need a renewal.
 */
const LEASE_MS = 3_000;
/** How often expired records are removed, in milliseconds, and how many with one write. */
const CLEANUP_INTERVAL_MS = 60_000;
const CLEANUP_BATCH_SIZE = 500;

/** Replays the stored response to a repeated request instead of executing it again (decision 10.1). */
export class IdempotencyService implements IdempotencyUseCases {
  private cancelCleanup: () => void = () => undefined;
  private currentCleanup: Promise<void> | undefined;
  private isStopped = false;

  constructor(private readonly ports: IdempotencyPorts) {}

  /** Removes expired records periodically until `stop()` is called. */
  start(): void {
    this.currentCleanup = this.removeExpired().finally(() => {
      this.currentCleanup = undefined;
      if (!this.isStopped) this.cancelCleanup = this.ports.scheduler.schedule(CLEANUP_INTERVAL_MS, () => this.start());
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancelCleanup();
    await this.currentCleanup;
  }

  async begin(context: RequestContext, key: string, request: string): Promise<ReplayedResponse | StartedRequest> {
    const { idempotencyRecords, clock } = this.ports;
    const { userId } = context;
    const id = this.computeDigest("key", userId, key);
    const fingerprint = this.computeDigest("request", userId, request);
    const seed = this.ports.ids.generate();
    const now = clock.now();
    const record = await idempotencyRecords.put(userId, id, (current) =>
      IdempotencyRecord.start(current, { id, userId, fingerprint, seed }, now, LEASE_MS),
    );
    if (!record.isCompleted) return this.createStartedRequest(record, context);
    const { answer: response } = record.state;
    if (response === null) throw responseNotStored();
    return { outcome: "replayed", response };
  }

  /**
   * Removes the stored responses that contain these objects. Call it when readers cannot see the objects any more and
   * before the deletion responds, also when they were deleted before: a repeated deletion then completes what an
   * earlier one left after a crash.
   */
  async removeResponsesContaining(userId: string, objectIds: readonly string[]): Promise<void> {
    await this.ports.idempotencyRecords.removeResponsesContaining(userId, objectIds, this.ports.clock.now());
  }

  private createStartedRequest({ state, isRetry }: IdempotencyRecord, context: RequestContext): StartedRequest {
    const { userId, id, seed, lease } = state;
    const { idempotencyRecords, clock } = this.ports;
    const stopHeartbeat = this.startHeartbeat(state);
    const finish = async (change: (current: IdempotencyRecord) => IdempotencyRecord): Promise<void> => {
      stopHeartbeat();
      try {
        await idempotencyRecords.update(userId, id, change);
      } catch (error) {
        // The response is sent anyway. The lease expires, and a repeat runs the request again with the same IDs.
        this.ports.log.warn("idempotency.completion_failed", { error: String(error) });
      }
    };
    const idParts = [userId, "keyed_call", id, seed];
    const { ids } = this.ports;
    return {
      outcome: "started",
      context: {
        ...context,
        ids: new DeterministicIds(ids, idParts),
        idempotency: { idempotencyId: ids.derive(...idParts), isRetry },
      },
      complete: (response, referencedIds) =>
        finish((current) => current.complete(lease.fence, response, referencedIds)),
      fail: () => finish((current) => current.release(lease.fence, clock.now())),
    };
  }

  private startHeartbeat({ userId, id, lease }: IdempotencyRecord["state"]): () => void {
    const { idempotencyRecords, runtime, clock, log } = this.ports;
    return runtime.startHeartbeat({
      leaseMs: LEASE_MS,
      renew: () =>
        idempotencyRecords.update(userId, id, (current) => current.renew(lease.fence, clock.now(), LEASE_MS)),
      onError: (error) => log.warn("idempotency.lease_renewal_failed", { error: String(error) }),
    });
  }

  private async removeExpired(): Promise<void> {
    const { idempotencyRecords, clock, log } = this.ports;
    try {
      let removed: number;
      do {
        removed = await idempotencyRecords.removeExpired(clock.now(), CLEANUP_BATCH_SIZE);
      } while (removed === CLEANUP_BATCH_SIZE && !this.isStopped);
    } catch (error) {
      log.error("idempotency.cleanup_failed", { error: String(error) });
    }
  }

  /** Computes an HMAC, so that a reader of the store cannot guess keys and requests. */
  private computeDigest(...parts: readonly string[]): string {
    return this.ports.secrets.computeDigest(JSON.stringify(["keyed_call", ...parts]));
  }
}

/** Generates the same sequence of IDs in every attempt of a request, and different ones in every other request. */
class DeterministicIds implements IdGenerator {
  private generatedCount = 0;

  constructor(
    private readonly ids: IdGenerator,
    private readonly idParts: readonly string[],
  ) {}

  generate(): string {
    this.generatedCount += 1;
    return this.ids.derive(...this.idParts, String(this.generatedCount));
  }

  derive(...parts: readonly string[]): string {
    return this.ids.derive(...parts);
  }
}
