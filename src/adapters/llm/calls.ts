import type { Clock } from "../../ports/driven/clock.js";
import type { EventLog } from "../../ports/driven/event-log.js";
import { CircuitBreaker } from "./circuit-breaker.js";
import { failureOf, ModelFailure, type Fault } from "./model-failure.js";
import { allAtOnce, type Turns } from "./turns.js";

export interface CallPorts {
  readonly clock: Clock;
  readonly log: EventLog;
  /** As many at once as there may be when absent. */
  readonly turns?: Turns;
}

interface Counted {
  readonly tokens: number | undefined;
}

export interface CallTerms {
  /** What it may take at most with all tries, in milliseconds, where that is less than usual. */
  readonly withinMs?: number | undefined;
  /** Aborted when nobody waits for it any more: it leaves the line, or is given up. */
  readonly signal?: AbortSignal | undefined;
  /** Done when it is its turn, before the endpoint is asked: what it throws keeps the call from that. */
  readonly begin?: () => Promise<void>;
}

/**
 * The calls of one kind that an endpoint gets: each in its turn, within a time that begins with it, none while it is
 * known to fail; and each an event `model.called`.
 */
export class Calls {
  private readonly closing = new AbortController();
  private readonly breaker: CircuitBreaker;

  constructor(
    private readonly kind: string,
    private readonly timeoutMs: number,
    private readonly ports: CallPorts,
  ) {
    this.breaker = new CircuitBreaker(ports.clock);
  }

  /** @throws ModelFailure for whatever the task throws; what keeps it from its turn is thrown as it is. */
  async make<T extends Counted>(task: (signal: AbortSignal) => Promise<T>, terms: CallTerms = {}): Promise<T> {
    let begun = performance.now();
    const inTurn = async (): Promise<T> => {
      this.breaker.check();
      await terms.begin?.();
      begun = performance.now();
      return this.breaker.run(() => this.timed(task, terms.withinMs ?? this.timeoutMs, terms.signal), isFault);
    };
    try {
      this.breaker.check();
      const { signal } = this.closing;
      const leaving = terms.signal ? AbortSignal.any([signal, terms.signal]) : signal;
      const answer = await (this.ports.turns ?? allAtOnce).run(inTurn, leaving);
      this.tell("ok", begun, answer.tokens);
      return answer;
    } catch (error) {
      if (error instanceof ModelFailure) this.tell(error.fault, begun);
      throw error;
    }
  }

  /** Lets go of what is under way: it fails. */
  close(): void {
    this.closing.abort();
  }

  private async timed<T>(
    task: (signal: AbortSignal) => Promise<T>,
    withinMs: number,
    waitedFor: AbortSignal | undefined,
  ): Promise<T> {
    const timeUp = AbortSignal.timeout(Math.min(withinMs, this.timeoutMs));
    const signal = AbortSignal.any([timeUp, this.closing.signal, ...(waitedFor ? [waitedFor] : [])]);
    try {
      signal.throwIfAborted();
      return await task(signal);
    } catch (error) {
      if (waitedFor?.aborted) throw new ModelFailure("cancelled");
      throw failureOf(error, signal);
    }
  }

  private tell(outcome: Fault | "ok", begun: number, tokens?: number): void {
    const milliseconds = Math.round(performance.now() - begun);
    this.ports.log.info("model.called", { kind: this.kind, outcome, milliseconds, ...(tokens ? { tokens } : {}) });
  }
}

/** What it does not take of one request tells nothing of the next one; what was given up, nothing of the endpoint. */
function isFault(error: unknown): boolean | undefined {
  if (!(error instanceof ModelFailure)) return true;
  return error.fault === "cancelled" ? undefined : error.fault !== "rejected";
}
