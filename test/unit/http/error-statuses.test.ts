import { expect } from "chai";
import { listErrorStatuses } from "../../../src/adapters/http/openapi/openapi.js";
import type { Route } from "../../../src/adapters/http/kernel/route.js";
import { createRouteTable } from "../../support/route-table.js";

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

describe("The error statuses of a route", () => {
  it("include 422 for every contract route, and for extension routes with fallible input", () => {
    const without = createRouteTable().filter((route) => !listErrorStatuses(route).includes(422));
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
