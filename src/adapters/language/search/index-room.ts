import { LoadingPermits } from "./loading-permits.js";
import { Scratch } from "./scratch.js";

/** More would be done no sooner, and each takes memory. */
const LOADING_AT_ONCE = 4;
/** While they are loaded, all indexes but one keep to this part of the memory: with the large one they make 1. */
const SMALL_PART = 1 / 16;
const LARGE_PART = 3 / 4;
/** Terms have keys of 22 bits, and each takes more than 256 bytes. */
const MAX_TENANT_BYTES = 2 ** 30;

/** An index that takes room. */
export interface Tenant {
  /** What it took when it was weighed last, in bytes; 0 before. */
  bytes: number;
  /** Whether it is at work, so that to let go of it would free nothing. */
  isInUse: boolean;
  /** Lets go of it. */
  readonly leave: () => void;
}

/** The memory that the indexes of all users, of whatever kind, have together. Who was used longest ago has to leave. */
export class IndexRoom {
  /** From the one used first to the one used last. */
  readonly #tenants = new Set<Tenant>();
  #bytes = 0;
  readonly loading = new LoadingPermits(LOADING_AT_ONCE);
  /** For an index that becomes larger than `smallBytes` while it is loaded. */
  readonly loadingLarge = new LoadingPermits(1);
  /** For one search after another. */
  readonly scratch = new Scratch();

  /**
   * @param mostBytes what they may take, about. Only what is searched while others are loaded may come on top of it.
   */
  constructor(private readonly mostBytes: number = 256 * 2 ** 20) {}

  /** What one index may take. */
  get maxTenantBytes(): number {
    return Math.min(this.mostBytes * LARGE_PART, MAX_TENANT_BYTES);
  }

  /** What an index may take that is loaded at the same time as others. */
  get smallBytes(): number {
    return this.mostBytes * SMALL_PART;
  }

  /** What all of them take, in bytes, about. */
  get bytes(): number {
    return this.#bytes;
  }

  use(tenant: Tenant): void {
    this.#tenants.delete(tenant);
    this.#tenants.add(tenant);
  }

  /** To be called when the index has changed. */
  weigh(tenant: Tenant, bytes: number): void {
    if (!this.#tenants.has(tenant)) return;
    this.#bytes += bytes - tenant.bytes;
    tenant.bytes = bytes;
    this.tidy();
  }

  /** Until the others take no more than they may. One that is in use stays, and so does the only one. */
  tidy(): void {
    for (const tenant of this.#tenants) {
      if (this.#bytes <= this.mostBytes || this.#tenants.size === 1) return;
      if (tenant.isInUse) continue;
      this.#bytes -= tenant.bytes;
      this.#tenants.delete(tenant);
      tenant.leave();
    }
  }
}
