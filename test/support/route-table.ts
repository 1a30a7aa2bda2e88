import { createRoutes } from "../../src/adapters/http/index.js";
import type { Route } from "../../src/adapters/http/kernel/route.js";
import { openCore } from "./test-core.js";

/** Returns the declared routes, without a running service. */
export function createRouteTable(): Route[] {
  const core = openCore();
  return createRoutes({ application: core, health: core.store.health, getJsonWebKeySet: () => ({}) });
}
