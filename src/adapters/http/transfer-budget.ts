import type { ServerResponse } from "node:http";
import { HttpError, RETRY_SOON } from "./errors.js";

/** Limits of the large bodies and responses in memory at once: of all users together, and of one user. */
const MAX_TOTAL_BYTES = 96 * 1024 * 1024;
const MAX_USER_BYTES = 48 * 1024 * 1024;
/** Smaller bodies and responses are not counted, so that small requests succeed while large ones are refused. */
const MIN_COUNTED_BYTES = 64 * 1024;

/**
 * Bounds the bytes of request bodies and responses that are in memory at the same time, including those of clients that
 * stop sending halfway or do not read the response.
 */
export class TransferBudget {
  private total = 0;
  private readonly users = new Map<string, number>();

  /** @returns false when a limit would be exceeded. */
  reserve(userId: string, bytes: number): boolean {
    const ofUser = this.users.get(userId) ?? 0;
    if (this.total + bytes > MAX_TOTAL_BYTES || ofUser + bytes > MAX_USER_BYTES) return false;
    this.add(userId, bytes);
    return true;
  }

  /** Adds bytes that are already in memory, even above the limits. @param bytes negative to release. */
  add(userId: string, bytes: number): void {
    this.total += bytes;
    const ofUser = (this.users.get(userId) ?? 0) + bytes;
    if (ofUser === 0) this.users.delete(userId);
    else this.users.set(userId, ofUser);
  }
}

/** The share of one request in the budget, until its response is sent or aborted. */
export class Transfer {
  private held = 0;

  /** @param userId the user or app whose limit applies. */
  constructor(
    private readonly budget: TransferBudget,
    private readonly userId: string,
    private readonly response: ServerResponse,
  ) {}

  /**
   * @param length the bytes of the body received so far.
   * @throws HttpError 503 when a limit would be exceeded.
   */
  receive(length: number): void {
    if (length < MIN_COUNTED_BYTES) return;
    // The chunks below the threshold are added with the first one above it.
    this.reserve(length - this.held);
  }

  /**
   * @param isRefusable false after a write, whose response must be sent (decision 10.4).
   * @throws HttpError 503 when a limit would be exceeded.
   */
  answer(bytes: number, isRefusable: boolean): void {
    if (bytes < MIN_COUNTED_BYTES) return;
    if (isRefusable) {
      this.reserve(bytes);
    } else {
      this.budget.add(this.userId, bytes);
      this.hold(bytes);
    }
  }

  private reserve(bytes: number): void {
    if (!this.budget.reserve(this.userId, bytes)) {
      throw new HttpError(503, "Too much data is in transfer", RETRY_SOON);
    }
    this.hold(bytes);
  }

  private hold(bytes: number): void {
    if (this.held === 0) this.response.once("close", () => this.budget.add(this.userId, -this.held));
    this.held += bytes;
  }
}
