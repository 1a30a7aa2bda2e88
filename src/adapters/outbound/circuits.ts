import { Circuit } from "../../domain/circuit.js";
import type { Clock } from "../../ports/driven/clock.js";

/** More lanes than fail at once; of those beyond, the ones that failed longest ago are forgotten. */
const MOST_KEPT = 10_000;

/** The circuit of each lane, in this process. */
export class Circuits {
  /** Of lanes that have failed, the latest failure last. */
  private readonly circuits = new Map<string, Circuit>();

  constructor(private readonly clock: Clock) {}

  /** Whether there is no use in waiting for a turn. */
  isOpen(lane: string): boolean {
    return this.circuits.get(lane)?.isOpen(this.clock.monotonicMs()) === true;
  }

  /** Whether the lane may be called. If so, it is to be called, and `settle` to be told how it went. */
  admits(lane: string): boolean {
    const nowMs = this.clock.monotonicMs();
    const circuit = this.circuits.get(lane);
    if (circuit?.isOpen(nowMs)) return false;
    if (circuit) this.circuits.set(lane, circuit.called(nowMs));
    return true;
  }

  settle(lane: string, succeeded: boolean): void {
    const before = this.circuits.get(lane) ?? Circuit.closed;
    this.circuits.delete(lane);
    if (succeeded) return;
    this.circuits.set(lane, before.failed(this.clock.monotonicMs()));
    const [oldest] = this.circuits.keys();
    if (this.circuits.size > MOST_KEPT && oldest !== undefined) this.circuits.delete(oldest);
  }
}
