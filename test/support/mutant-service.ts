import Koa from "koa";
import { createHttpApi, listen } from "../../src/adapters/http/index.js";
import { LocalIssuer } from "../../src/adapters/identity/index.js";
import { openInMemoryStore } from "../../src/adapters/in-memory/index.js";
import { SystemScheduler } from "../../src/adapters/system/index.js";
import type { Application } from "../../src/application/create-application.js";
import type { AppWebhookClient, IdentityVerifier, Store } from "../../src/ports/driven/index.js";
import { FixedClock, SequentialIds } from "../../src/testing/index.js";
import { openCore, silentEventLog, type TestCore } from "./test-core.js";
import { RouteMatrix } from "./route-matrix.js";
import { createRouteTable } from "./route-table.js";

/** Replacements that make a service faulty on purpose. */
export interface ServiceFault {
  readonly store?: (intact: Store) => Partial<Store>;
  readonly identity?: (intact: IdentityVerifier) => IdentityVerifier;
  readonly application?: (intact: TestCore) => Partial<Application>;
  /** Runs before all other middleware. */
  readonly middleware?: (core: TestCore) => Koa.Middleware;
}

const unreachableWebhook: AppWebhookClient = {
  send: () => Promise.resolve({ kind: "failed", reason: "forbidden_address" }),
};

const limits = { perMinute: 1_000_000, perDay: 1_000_000, failuresPerMinute: 0 };

/** Runs `use` with a matrix against an in-memory service that has the fault, and closes the service afterwards. */
export async function withFaultyService<T>(fault: ServiceFault, use: (matrix: RouteMatrix) => Promise<T>): Promise<T> {
  const clock = new FixedClock();
  const ids = new SequentialIds();
  const issuerOptions = { issuer: "mneme", audience: "mneme", seed: new Uint8Array(32).fill(1), clock };
  const issuer = await LocalIssuer.open(issuerOptions);
  const intactStore = openInMemoryStore();
  const store = { ...intactStore, ...fault.store?.(intactStore) };
  const identity = fault.identity?.(issuer.createVerifier()) ?? issuer.createVerifier();
  const scheduler = new SystemScheduler();
  const ports = { identity, scheduler, appWebhook: unreachableWebhook };
  const core = openCore({ store, clock, ports, options: { accessLimits: limits } });
  const application = { ...core, ...fault.application?.(core) };
  const api = createHttpApi({
    application,
    clock,
    ids,
    log: silentEventLog,
    health: store.health,
    getJsonWebKeySet: () => issuer.buildKeySet(),
  });
  const koaApp = new Koa();
  for (const middleware of [...(fault.middleware ? [fault.middleware(core)] : []), ...api.middleware])
    koaApp.use(middleware);
  const server = await listen(koaApp, { host: "127.0.0.1", port: 0, ids });
  core.start();
  try {
    return await use(await RouteMatrix.open(server.url, createRouteTable(), issuerOptions));
  } finally {
    await server.close(0);
    await core.stop(0);
    await store.close();
  }
}
