import { scopes } from "../../src/domain/api-key.js";
import { createHttpApi } from "../../src/adapters/http/index.js";
import type { Store } from "../../src/ports/driven/index.js";
import type { Callers } from "./api-model/index.js";
import { openCore, silent } from "./core.js";
import { DirectClient, type Handler } from "./direct-client.js";
import { RememberingSummariser } from "./remembering-summariser.js";

export interface DirectService {
  /**
   * @param main whose key and token they are.
   * @param another the other user.
   */
  callers(main: string, another: string): Promise<Callers>;
  /** So much time goes by, in milliseconds. */
  pass(milliseconds: number): Promise<void>;
  /** When all that was to be summarised has been. Time goes on meanwhile. */
  settle(): Promise<void>;
}

/** By then a summary that waits for others is begun, in milliseconds. */
const SUMMARY_MS = 50;
const limits = { perMinute: 1_000_000_000, perDay: 1_000_000_000, failuresPerMinute: 0 };
const summariser = new RememberingSummariser();

/** The same for all of them: reading it as schemas takes as long as some hundred requests. */
let documented: Promise<object> | undefined;

async function documentOf(handle: Handler): Promise<object> {
  return (await new DirectClient(handle, { paths: {} }).get("/openapi.json")).body as object;
}

/**
 * The whole API over a store, without a connection, with time that stands still and limits out of reach.
 * @param hasWork whether the store has conversations that are still to be worked on; to be told by a store that writes
 * beside this thread.
 */
export async function openDirectService(store: Store, hasWork = (): boolean => false): Promise<DirectService> {
  const core = openCore({ store, ports: { summariser }, options: { limits, notifications: { perHour: 0 } } });
  const { clock } = core;
  const { ids } = core.call();
  const handle = createHttpApi({ application: core, clock, ids, log: silent, health: store.health }).callback();
  const document = await (documented ??= documentOf(handle));
  const as = (credential: string): DirectClient => new DirectClient(handle, document, credential);
  return {
    callers: async (main, another) => {
      await core.users.register({ id: main, displayName: "Ada" });
      const { secret } = await core.apiKeys.create(core.call(main), { name: "test", scopes });
      return { keyed: as(secret), identified: as(`user.${main}.`), another: as(`user.${another}.`) };
    },
    pass: (milliseconds) => core.scheduler.advance(milliseconds),
    settle: async () => {
      do await core.scheduler.advance(SUMMARY_MS);
      while (summariser.isBusy || hasWork());
    },
  };
}
