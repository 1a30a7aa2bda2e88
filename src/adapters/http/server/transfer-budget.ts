import type { ServerResponse } from "node:http";
import { HttpError, RETRY_SOON_HEADERS } from "../kernel/errors.js";

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
  private totalBytes = 0;
  private readonly bytesByUser = new Map<string, number>();

  /** @returns false when a limit would be exceeded. */
  reserve(userId: string, bytes: number): boolean {
    const userBytes = this.bytesByUser.get(userId) ?? 0;
    if (this.totalBytes + bytes > MAX_TOTAL_BYTES || userBytes + bytes > MAX_USER_BYTES) return false;
    this.add(userId, bytes);
    return true;
  }

  /** Adds bytes that are already in memory, even above the limits. @param bytes negative to release. */
  add(userId: string, bytes: number): void {
    this.totalBytes += bytes;
    const userBytes = (this.bytesByUser.get(userId) ?? 0) + bytes;
    if (userBytes === 0) this.bytesByUser.delete(userId);
    else this.bytesByUser.set(userId, userBytes);
  }
}

/** The share of one request in the budget, until its response is sent or aborted. */
export class TransferReservation {
  private heldBytes = 0;

  /** @param userId the user or app whose limit applies. */
  constructor(
    private readonly budget: TransferBudget,
    private readonly userId: string,
    private readonly response: ServerResponse,
  ) {}

  /**
   * @param receivedBytes the bytes of the body received so far.
   * @throws HttpError 503 when a limit would be exceeded.
   */
  reserveReceived(receivedBytes: number): void {
    if (receivedBytes < MIN_COUNTED_BYTES) return;
    // The chunks below the threshold are added with the first one above it.
    this.reserve(receivedBytes - this.heldBytes);
  }

  /**
   * @param isRefusable false after a write, whose response must be sent (decision 10.4).
   * @throws HttpError 503 when a limit would be exceeded.
   */
  reserveResponse(bytes: number, isRefusable: boolean): void {
    if (bytes < MIN_COUNTED_BYTES) return;
    if (isRefusable) {
      this.reserve(bytes);
    } else {
      this.budget.add(this.userId, bytes);
      this.addHeldBytes(bytes);
    }
  }

  private reserve(bytes: number): void {
    if (!this.budget.reserve(this.userId, bytes)) {
      throw new HttpError(503, "Too much data is in transfer", RETRY_SOON_HEADERS);
    }
    this.addHeldBytes(bytes);
  }

  private addHeldBytes(bytes: number): void {
    if (this.heldBytes === 0) this.response.once("close", () => this.budget.add(this.userId, -this.heldBytes));
    this.heldBytes += bytes;
  }
}
