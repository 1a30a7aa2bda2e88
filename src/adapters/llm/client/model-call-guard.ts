import type { CallOutcome, CircuitBreakerOptions, CircuitBreakers } from "../../../ports/driven/runtime/concurrency.js";
import type { EventLog } from "../../../ports/driven/runtime/system.js";
import type { RuntimeComponents } from "../../../ports/driven/runtime/runtime-components.js";
import { toModelError, ModelError, type ModelErrorReason } from "./model-error.js";

/** The pause is shorter than the time over which processing is retried, so retries reach a recovered endpoint. */
const CIRCUIT_BREAKER_OPTIONS: CircuitBreakerOptions = { maxConsecutiveFailures: 5, openMs: 5_000 };

/** `Semaphore` and `DistributedLimiter` of the runtime adapter. Not a port: the core has no type for signals. */
export interface ConcurrencyLimiter {
  run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

const unlimitedConcurrency: ConcurrencyLimiter = { run: (task) => task() };

export interface ModelCallPorts {
  readonly runtime: Pick<RuntimeComponents, "createCircuitBreakers">;
  readonly log: EventLog;
  /** Absent for unlimited concurrency. */
  readonly limiter?: ConcurrencyLimiter;
}

interface MeteredResult {
  readonly tokens: number | undefined;
}

export interface ModelCallOptions {
  /** Timeout of all attempts together in milliseconds; has an effect only if shorter than that of the endpoint. */
  readonly timeoutMs?: number | undefined;
  /** Cancels the call, whether it is queued or in progress. */
  readonly signal?: AbortSignal | undefined;
  /** Runs after the call got its permit and before the request is sent; if it throws, no request is sent. */
  readonly beforeCall?: () => Promise<void>;
}

/**
 * Guards the calls of one kind to an endpoint with a concurrency limit, a timeout and a circuit breaker, and logs each
 * of them as `model.called`. The timeout starts once the call has its permit.
 */
export class ModelCallGuard {
  private readonly closeController = new AbortController();
  private readonly circuitBreakers: CircuitBreakers;

  constructor(
    private readonly kind: string,
    private readonly timeoutMs: number,
    private readonly ports: ModelCallPorts,
  ) {
    this.circuitBreakers = ports.runtime.createCircuitBreakers(CIRCUIT_BREAKER_OPTIONS);
  }

  /** @throws ModelError for every error of `task`; errors of the limiter and of `beforeCall` unchanged. */
  async run<T extends MeteredResult>(
    task: (signal: AbortSignal) => Promise<T>,
    options: ModelCallOptions = {},
  ): Promise<T> {
    let startedAtMs = performance.now();
    const callWithPermit = async (): Promise<T> => {
      this.assertNotPaused();
      await options.beforeCall?.();
      startedAtMs = performance.now();
      return this.runInCircuit(() => this.runWithTimeout(task, options.timeoutMs ?? this.timeoutMs, options.signal));
    };
    try {
      this.assertNotPaused();
      const { signal } = this.closeController;
      const cancelSignal = options.signal ? AbortSignal.any([signal, options.signal]) : signal;
      const result = await (this.ports.limiter ?? unlimitedConcurrency).run(callWithPermit, cancelSignal);
      this.logCall("ok", startedAtMs, result.tokens);
      return result;
    } catch (error) {
      if (error instanceof ModelError) this.logCall(error.reason, startedAtMs);
      throw error;
    }
  }

  /** Aborts all calls. */
  close(): void {
    this.closeController.abort();
  }

  /** @throws ModelError `paused` if the circuit is open, so that a caller need not wait for a permit. */
  private assertNotPaused(): void {
    if (this.circuitBreakers.isOpen(this.kind)) throw new ModelError("paused");
  }

  /** @throws ModelError `paused` if the circuit is open; errors of `call` unchanged. */
  private async runInCircuit<T>(call: () => Promise<T>): Promise<T> {
    const endCall = this.circuitBreakers.tryBeginCall(this.kind);
    if (!endCall) throw new ModelError("paused");
    let outcome: CallOutcome = "success";
    try {
      return await call();
    } catch (error) {
      outcome = classifyError(error);
      throw error;
    } finally {
      endCall(outcome);
    }
  }

  private async runWithTimeout<T>(
    task: (signal: AbortSignal) => Promise<T>,
    timeoutMs: number,
    callerSignal: AbortSignal | undefined,
  ): Promise<T> {
    const timeoutSignal = AbortSignal.timeout(Math.min(timeoutMs, this.timeoutMs));
    const signal = AbortSignal.any([
      timeoutSignal,
      this.closeController.signal,
      ...(callerSignal ? [callerSignal] : []),
    ]);
    try {
      signal.throwIfAborted();
      return await task(signal);
    } catch (error) {
      if (callerSignal?.aborted || this.closeController.signal.aborted) throw new ModelError("cancelled");
      throw toModelError(error, signal);
    }
  }

  private logCall(outcome: ModelErrorReason | "ok", startedAtMs: number, tokens?: number): void {
    const milliseconds = Math.round(performance.now() - startedAtMs);
    this.ports.log.info("model.called", { kind: this.kind, outcome, milliseconds, ...(tokens ? { tokens } : {}) });
  }
}

/** A rejected request shows that the endpoint works; a cancelled call shows nothing. */
function classifyError(error: unknown): CallOutcome {
  if (!(error instanceof ModelError)) return "failure";
  if (error.reason === "cancelled") return "unknown";
  return error.reason === "rejected" ? "success" : "failure";
}
