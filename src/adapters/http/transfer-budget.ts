import type { ServerResponse } from "node:http";
import { HttpError, RETRY_SOON } from "./errors.js";

/** Large bodies and answers that may be in memory at once: of all users, and of one, who cannot take all the room. */
const MAX_TOTAL_BYTES = 96 * 1024 * 1024;
const MAX_USER_BYTES = 48 * 1024 * 1024;
/** What is smaller is not counted: small requests go on while large ones have no room. */
const MIN_COUNTED_BYTES = 64 * 1024;

/**
 * Bounds the bytes of request bodies and answers that are in memory at the same time, also where clients stop in the
 * middle of sending, or do not read what they asked for.
 */
export class TransferBudget {
  private total = 0;
  private readonly users = new Map<string, number>();

  /** @returns false when there is no room. */
  reserve(userId: string, bytes: number): boolean {
    const ofUser = this.users.get(userId) ?? 0;
    if (this.total + bytes > MAX_TOTAL_BYTES || ofUser + bytes > MAX_USER_BYTES) return false;
    this.add(userId, bytes);
    return true;
  }

  /** Counts what is there already, whether or not there is room. @param bytes negative to give back. */
  add(userId: string, bytes: number): void {
    this.total += bytes;
    const ofUser = (this.users.get(userId) ?? 0) + bytes;
    if (ofUser === 0) this.users.delete(userId);
    else this.users.set(userId, ofUser);
  }
}

/** What one request holds of the budget, until its response is sent or given up. */
export class Transfer {
  private held = 0;

  /** @param userId whose share it takes: a user's, or an app's. */
  constructor(
    private readonly budget: TransferBudget,
    private readonly userId: string,
    private readonly response: ServerResponse,
  ) {}

  /**
   * @param length of the body, as far as it has come.
   * @throws HttpError 503 when there is no room for it.
   */
  receive(length: number): void {
    if (length < MIN_COUNTED_BYTES) return;
    // The first piece that is counted brings those before it.
    this.reserve(length - this.held);
  }

  /**
   * @param isRefusable false after a write: what is done is answered (decision 10.4).
   * @throws HttpError 503 when there is no room for an answer of so many bytes.
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
