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

  /**
   * @param withinMs what it may take at most, where that is less than usual.
   * @throws ModelFailure for whatever the task throws; what keeps it from its turn is thrown as it is.
   */
  async make<T extends Counted>(task: (signal: AbortSignal) => Promise<T>, withinMs = this.timeoutMs): Promise<T> {
    let begun = performance.now();
    const inTurn = (): Promise<T> => {
      begun = performance.now();
      return this.breaker.run(() => this.timed(task, Math.min(withinMs, this.timeoutMs)), isFault);
    };
    try {
      this.breaker.check();
      const answer = await (this.ports.turns ?? allAtOnce).run(inTurn, this.closing.signal);
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

  private async timed<T>(task: (signal: AbortSignal) => Promise<T>, milliseconds: number): Promise<T> {
    const signal = AbortSignal.any([AbortSignal.timeout(milliseconds), this.closing.signal]);
    try {
      return await task(signal);
    } catch (error) {
      throw failureOf(error, signal);
    }
  }

  private tell(outcome: Fault | "ok", begun: number, tokens?: number): void {
    const milliseconds = Math.round(performance.now() - begun);
    this.ports.log.info("model.called", { kind: this.kind, outcome, milliseconds, ...(tokens ? { tokens } : {}) });
  }
}

/** What it does not take of one request tells nothing of the next one. */
const isFault = (error: unknown): boolean => !(error instanceof ModelFailure && error.fault === "rejected");
