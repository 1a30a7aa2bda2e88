import type { RefusalReason } from "../../ports/driven/outbound-client.js";

/** Ends a call. Inside this folder alone: outside it is a result. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(readonly reason: RefusalReason) {
    super(reason);
  }
}
