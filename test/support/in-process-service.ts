import { apiScopes } from "../../src/domain/user/api-key.js";
import { createHttpApi } from "../../src/adapters/http/index.js";
import type { Store } from "../../src/ports/driven/index.js";
import type { ModelClients } from "./api-model/index.js";
import { openCore, silentEventLog } from "./test-core.js";
import { InProcessClient, type RequestHandler } from "./in-process-client.js";
import { MemoizingSummariser } from "./memoizing-summariser.js";

export interface InProcessService {
  /**
   * @param userId the user of the key and of the token.
   * @param otherUserId the other user.
   */
  createClients(userId: string, otherUserId: string): Promise<ModelClients>;
  /** Advances the clock, in milliseconds. */
  advanceTime(milliseconds: number): Promise<void>;
  /** Waits until all conversations are summarised. The clock advances meanwhile. */
  waitUntilProcessed(): Promise<void>;
}

/** In milliseconds: the clock step after which a queued summary starts. */
const SUMMARY_INTERVAL_MS = 50;
const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000, failuresPerMinute: 0 };
const summariser = new MemoizingSummariser();

/** Shared by all services: compiling its schemas takes as long as hundreds of requests. */
let documentPromise: Promise<object> | undefined;

async function readDocument(handle: RequestHandler): Promise<object> {
  return (await new InProcessClient(handle, { paths: {} }).get("/openapi.json")).body as object;
}

/**
 * Opens the whole API over a store, without a connection, with a manual clock and without effective limits.
 * @param hasWork whether the store still has conversations to process; needed for a store that writes in another
 * thread.
 */
export async function openInProcessService(store: Store, hasWork = (): boolean => false): Promise<InProcessService> {
  const core = openCore({
    store,
    ports: { summariser },
    options: { accessLimits: limits, notifications: { perHour: 0 } },
  });
  const { clock } = core;
  const { ids } = core.requestContext();
  const handle = createHttpApi({ application: core, clock, ids, log: silentEventLog, health: store.health }).callback();
  const document = await (documentPromise ??= readDocument(handle));
  const clientFor = (credential: string): InProcessClient => new InProcessClient(handle, document, credential);
  return {
    createClients: async (userId, otherUserId) => {
      await core.users.register({ id: userId, displayName: "Ada" });
      const { secret } = await core.apiKeys.create(core.requestContext(userId), { name: "test", scopes: apiScopes });
      return {
        keyClient: clientFor(secret),
        tokenClient: clientFor(`user.${userId}.`),
        otherUserClient: clientFor(`user.${otherUserId}.`),
      };
    },
    advanceTime: (milliseconds) => core.scheduler.advance(milliseconds),
    waitUntilProcessed: async () => {
      do await core.scheduler.advance(SUMMARY_INTERVAL_MS);
      while (summariser.isBusy || hasWork());
    },
  };
}
