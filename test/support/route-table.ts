import { routes } from "../../src/adapters/http/index.js";
import type { Route } from "../../src/adapters/http/route.js";
import { openCore } from "./core.js";

/** The routes as they are declared, without a service that runs. */
export function routeTable(): Route[] {
  const core = openCore();
  return routes({ application: core, health: core.store.health, keySet: () => ({}) });
}
