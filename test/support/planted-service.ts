import Koa from "koa";
import { createHttpApi, listen } from "../../src/adapters/http/index.js";
import { LocalIssuer } from "../../src/adapters/identity/index.js";
import { openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import { SystemScheduler } from "../../src/adapters/system/index.js";
import type { Application } from "../../src/application/create-application.js";
import type { AppWebhook, IdentityVerifier, Store } from "../../src/ports/driven/index.js";
import { FixedClock, SequentialIds } from "../../src/testing/index.js";
import { openCore, silent, type Core } from "./core.js";
import { RouteMatrix } from "./route-matrix.js";
import { routeTable } from "./route-table.js";

/** Where a service is made faulty, on purpose. */
export interface Fault {
  readonly store?: (sound: Store) => Partial<Store>;
  readonly identity?: (sound: IdentityVerifier) => IdentityVerifier;
  readonly application?: (sound: Core) => Partial<Application>;
  /** Stands before all that the service does. */
  readonly middleware?: (core: Core) => Koa.Middleware;
}

const nobodyThere: AppWebhook = { call: () => Promise.resolve({ kind: "refused", reason: "forbidden_address" }) };

const limits = { perMinute: 1_000_000, perDay: 1_000_000, failuresPerMinute: 0 };

/** Gives the work a matrix at a service in memory that has the fault, and ends the service afterwards. */
export async function withFault<T>(fault: Fault, work: (matrix: RouteMatrix) => Promise<T>): Promise<T> {
  const clock = new FixedClock();
  const ids = new SequentialIds();
  const own = { issuer: "mneme", audience: "mneme", seed: new Uint8Array(32).fill(1), clock };
  const issuer = await LocalIssuer.open(own);
  const sound = openInMemoryStore();
  const store = { ...sound, ...fault.store?.(sound) };
  const identity = fault.identity?.(issuer.verifier()) ?? issuer.verifier();
  const scheduler = new SystemScheduler();
  const ports = { identity, scheduler, appWebhook: nobodyThere };
  const core = openCore({ store, clock, ports, options: { limits } });
  const application = { ...core, ...fault.application?.(core) };
  const api = createHttpApi({
    application,
    clock,
    ids,
    log: silent,
    health: store.health,
    keySet: () => issuer.jwks(),
  });
  const whole = new Koa();
  for (const each of [...(fault.middleware ? [fault.middleware(core)] : []), ...api.middleware]) whole.use(each);
  const listening = await listen(whole, { host: "127.0.0.1", port: 0, ids });
  core.start();
  try {
    return await work(await RouteMatrix.at(listening.url, routeTable(), own));
  } finally {
    await listening.close(0);
    await core.stop(0);
    await store.close();
  }
}
