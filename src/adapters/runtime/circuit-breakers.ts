import type { Clock } from "../../ports/driven/runtime/system.js";
import type { CallOutcome, CircuitBreakerOptions, CircuitBreakers } from "../../ports/driven/runtime/concurrency.js";

interface Circuit {
  consecutiveFailures: number;
  /** In monotonic time. */
  openUntilMs: number;
  isProbing: boolean;
}

/** More than the number of keys that fail at once. Beyond it, the circuits that failed least recently are dropped. */
const MAX_TRACKED_CIRCUITS = 10_000;

/**
 * Circuit breakers of this process, which open after consecutive failures. The breaker of the library cockatiel
 * measures the pause with the wall clock, which may be set back, and has a single circuit.
 */
export class ConsecutiveFailureBreakers implements CircuitBreakers {
  /** Circuits of keys that have failed since their last success, most recent failure last. */
  private readonly circuits = new Map<string, Circuit>();

  constructor(
    private readonly clock: Clock,
    private readonly options: CircuitBreakerOptions,
  ) {}

  isOpen(key: string): boolean {
    const circuit = this.circuits.get(key);
    if (!circuit || !this.needsProbe(circuit)) return false;
    return circuit.isProbing || this.clock.monotonicMs() < circuit.openUntilMs;
  }

  tryBeginCall(key: string): ((outcome: CallOutcome) => void) | undefined {
    if (this.isOpen(key)) return undefined;
    const circuit = this.circuits.get(key);
    const probed = circuit && this.needsProbe(circuit) ? circuit : undefined;
    if (probed) probed.isProbing = true;
    return (outcome) => {
      if (probed) probed.isProbing = false;
      if (outcome === "success") this.circuits.delete(key);
      else if (outcome === "failure") this.recordFailure(key, probed !== undefined);
    };
  }

  private needsProbe({ consecutiveFailures }: Circuit): boolean {
    return consecutiveFailures >= this.options.maxConsecutiveFailures;
  }

  /** Failures of calls that began before the circuit opened do not prolong the pause. */
  private recordFailure(key: string, isProbe: boolean): void {
    const circuit = this.circuits.get(key) ?? { consecutiveFailures: 0, openUntilMs: 0, isProbing: false };
    circuit.consecutiveFailures += 1;
    if (isProbe || circuit.consecutiveFailures === this.options.maxConsecutiveFailures) {
      circuit.openUntilMs = this.clock.monotonicMs() + this.options.openMs;
    }
    this.circuits.delete(key);
    this.circuits.set(key, circuit);
    const [oldestKey] = this.circuits.keys();
    if (this.circuits.size > MAX_TRACKED_CIRCUITS && oldestKey !== undefined) this.circuits.delete(oldestKey);
  }
}
