import { expect } from "chai";
import { refusals } from "../../../src/adapters/http/openapi.js";
import type { Route } from "../../../src/adapters/http/route.js";
import { routeTable } from "../../support/route-table.js";

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

describe("the refusals that a route declares", () => {
  it("have 422 on all of the contract, and on an extension only where its request can be wrong", () => {
    const without = routeTable().filter((route) => !refusals(route).includes(422));
    expect(without.map(nameOf).sort()).to.deep.equal([
      "GET /.well-known/jwks.json",
      "GET /healthz",
      "GET /readyz",
      "GET /v1/dev/apps/deliveries/{delivery_id}",
      "GET /v1/dev/apps/installations/{installed_app_id}",
      "GET /v1/dev/apps/{app_id}",
      "GET /v1/dev/user/action-items/{action_item_id}",
      "GET /v1/dev/user/memories/{memory_id}",
      "GET /v1/dev/user/memories/{memory_id}/history",
      "GET /v1/dev/user/notifications/unread-count",
      "GET /v1/dev/user/notifications/{notification_id}",
      "GET /v1/dev/user/profile",
      "GET /v1/dev/user/push-targets/vapid-key",
      "GET /v1/dev/user/push-targets/{push_target_id}",
    ]);
  });
});
