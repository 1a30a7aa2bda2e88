import { expect } from "chai";
import { parsePreferHeader } from "../../../src/adapters/http/kernel/headers.js";
import { MAX_RESPONSE_WAIT_MS, SOCKET_IDLE_TIMEOUT_MS } from "../../../src/adapters/http/server/timeouts.js";
import { readSettings } from "../../../src/composition/settings.js";

/** Enough for the work before and after the wait on a busy machine. */
const ROOM_MS = 10_000;

describe("The socket idle timeout", () => {
  it("is longer than the longest wait that the settings allow", () => {
    const wait = (ms: number): number => readSettings({ MNEME_PROCESSING_WAIT_MS: String(ms) }).processingWaitMs;
    expect(SOCKET_IDLE_TIMEOUT_MS).to.be.at.least(wait(MAX_RESPONSE_WAIT_MS) + ROOM_MS);
    expect(() => wait(MAX_RESPONSE_WAIT_MS + 1)).to.throw();
  });

  it("is longer than the longest wait that a client may request", () => {
    for (const seconds of [25, 30, 45, 999_999_999]) {
      const { waitMs = 0 } = parsePreferHeader({ prefer: `wait=${seconds}` });
      expect(SOCKET_IDLE_TIMEOUT_MS).to.be.at.least(waitMs + ROOM_MS);
    }
  });
});
