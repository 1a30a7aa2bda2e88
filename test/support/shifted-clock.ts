/** Preloaded into a server: its clock is ahead by `CLOCK_SHIFT_MS`, as if it were not synchronised. */

const shiftMs = Number(process.env["CLOCK_SHIFT_MS"]);
const SystemDate = Date;

class ShiftedDate extends SystemDate {
  constructor(...values: readonly unknown[]) {
    super(...((values.length === 0 ? [ShiftedDate.now()] : values) as [number]));
  }

  static override now(): number {
    return SystemDate.now() + shiftMs;
  }
}

globalThis.Date = ShiftedDate as unknown as DateConstructor;
