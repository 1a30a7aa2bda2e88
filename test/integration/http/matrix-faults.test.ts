import { expect } from "chai";
import { decodeJwt } from "jose";
import { ApiClient } from "../../support/api-client.js";
import { withOverrides } from "../../support/test-core.js";
import { createCallersFor } from "../../support/callers.js";
import { createMatrixCells, routeName, type MatrixCell } from "../../support/authorization-matrix.js";
import { pathObject, pathParameters } from "../../support/path-objects.js";
import { withFaultyService, type ServiceFault } from "../../support/mutant-service.js";
import { createRouteTable } from "../../support/route-table.js";
import type { Route } from "../../../src/adapters/http/kernel/route.js";
import { notFound } from "../../../src/domain/errors.js";
import type { ApiKey } from "../../../src/domain/user/api-key.js";

const table = createRouteTable();
const one = "/v1/dev/user/conversations/{conversation_id}";

interface Planted extends ServiceFault {
  readonly what: string;
  readonly route: string;
  readonly caller: string;
  /** The caller names what is another's. */
  readonly foreign?: true;
  /** What the matrix is told of the route, where that is not so. */
  readonly declared?: Partial<Route>;
  readonly finds: string;
}

/** The one cell in which the fault shows. */
function cellOf({ route, caller, foreign, declared }: Planted): MatrixCell {
  const found = table.find((each) => routeName(each) === route);
  if (!found) throw new Error(`There is no route ${route}`);
  const cells = createMatrixCells({ ...found, ...declared });
  const cell = cells.find((each) => each.caller.name === caller && (each.foreign !== undefined) === (foreign ?? false));
  if (!cell) throw new Error(`${route} is not tried by ${caller}`);
  return cell;
}

const planted: readonly Planted[] = [
  {
    what: "a declared scope that is not enforced",
    application: ({ access }) => ({ access: withOverrides(access, { requireScopes: () => undefined }) }),
    route: `GET ${one}`,
    caller: "a key without conversations:read",
    finds: "200 instead of 403",
  },
  {
    what: "a scope other than the declared one",
    declared: { scopes: ["goals:read"] },
    route: `GET ${one}`,
    caller: "a key of goals:read alone",
    finds: "403 instead of 200",
  },
  {
    what: "a token-only route that accepts API keys",
    application: ({ access }) => ({
      access: withOverrides(access, {
        authenticate: (attempt) => access.authenticate({ ...attempt, acceptedKinds: ["key", "token"] }),
      }),
    }),
    route: "GET /v1/dev/keys",
    caller: "a key of all scopes",
    finds: "200 instead of 401",
  },
  {
    what: "a revoked key that is accepted",
    store: ({ apiKeys }) => {
      const remembered = new Map<string, ApiKey | undefined>();
      const findByDigest = async (digest: string) => {
        const key = remembered.get(digest) ?? (await apiKeys.findByDigest(digest));
        remembered.set(digest, key);
        return key;
      };
      return { apiKeys: withOverrides(apiKeys, { findByDigest }) };
    },
    route: `GET ${one}`,
    caller: "a revoked key",
    finds: "200 instead of 401",
  },
  {
    what: "an unsigned token that is accepted",
    identity: (sound) => ({
      verify: async (token) =>
        token.endsWith(".") ? { subject: decodeJwt(token).sub ?? "" } : await sound.verify(token),
    }),
    route: "GET /v1/dev/user/profile",
    caller: "a token of alg: none",
    finds: "200 instead of 401",
  },
  {
    what: "an object that another user can read",
    application: ({ conversations, requestContext: call }) => ({
      conversations: withOverrides(conversations, {
        get: (asking, id, options) =>
          conversations.get(asking, id, options).catch(() => conversations.get(call("person-2"), id, options)),
      }),
    }),
    route: `GET ${one}`,
    caller: "an identity token",
    foreign: true,
    finds: "200 instead of 404",
  },
  {
    what: "a 404 body that differs for another user's object",
    application: ({ conversations, requestContext: call }) => ({
      conversations: withOverrides(conversations, {
        get: async (asking, id, options) => {
          if (asking.userId === "person-2") return conversations.get(asking, id, options);
          await conversations.get(call("person-2"), id, options);
          throw notFound("Conversation of yours");
        },
      }),
    }),
    route: `GET ${one}`,
    caller: "an identity token",
    foreign: true,
    finds: "is told from an unknown one",
  },
  {
    what: "a header that differs for another user's object",
    middleware:
      ({ conversations, requestContext: call }) =>
      async (context, next) => {
        await next();
        const id = context.path.split("/").at(-1) ?? "";
        const exists = await conversations
          .get(call("person-2"), id, { includeTranscript: false })
          .catch(() => undefined);
        if (exists) context.set("Cache-Control", "private");
      },
    route: `DELETE ${one}`,
    caller: "a key of conversations:write alone",
    foreign: true,
    finds: "is told from an unknown one",
  },
  {
    what: "a body that is read before the credential is checked",
    middleware: () => async (context, next) => {
      if (context.get("Authorization") === "") {
        await new Promise((resolve) => context.req.resume().once("close", resolve));
      }
      await next();
    },
    route: "POST /v1/dev/user/conversations",
    caller: "no header",
    finds: "is not answered while its body is withheld",
  },
  {
    what: "a 100 Continue before the credential is checked",
    middleware: () => async (context, next) => {
      if (context.get("Expect") !== "") context.res.writeContinue();
      await next();
    },
    route: "POST /v1/dev/user/conversations",
    caller: "a key without conversations:write",
    finds: "the body was asked for",
  },
  {
    what: "a rejected request that is executed",
    middleware:
      ({ users, requestContext: call }) =>
      async (context, next) => {
        await next();
        if (context.status === 401) await users.updateProfile(call("person-1"), { displayName: "changed" });
      },
    route: "PATCH /v1/dev/user/profile",
    caller: "an expired token",
    finds: "something was changed",
  },
  {
    what: "an accepted request that is not executed",
    application: ({ users }) => ({ users: withOverrides(users, { updateProfile: (call) => users.getProfile(call) }) }),
    route: "PATCH /v1/dev/user/profile",
    caller: "an identity token",
    finds: "nothing was changed",
  },
  {
    what: "a 401 without WWW-Authenticate",
    middleware: () => async (context, next) => {
      await next();
      context.remove("WWW-Authenticate");
    },
    route: `GET ${one}`,
    caller: "junk",
    finds: "WWW-Authenticate",
  },
  {
    what: "an error with another message",
    middleware: () => async (context, next) => {
      await next();
      if (context.status === 401) context.body = { detail: "Invalid API key" };
    },
    route: `GET ${one}`,
    caller: "junk",
    finds: 'instead of {"detail":"Invalid API Key"}',
  },
  {
    what: "a response without X-Request-Id",
    middleware: () => async (context, next) => {
      await next();
      if (context.path === "/healthz") context.remove("X-Request-Id");
    },
    route: "GET /healthz",
    caller: "no header",
    finds: "X-Request-Id",
  },
  {
    what: "an error without rate limit headers",
    middleware: () => async (context, next) => {
      await next();
      context.remove("RateLimit");
    },
    route: `GET ${one}`,
    caller: "a key without conversations:read",
    finds: "RateLimit: none",
  },
];

describe("the credential matrix", () => {
  for (const fault of planted) {
    it(`detects ${fault.what}`, async () => {
      const found = await withFaultyService(fault, (matrix) => matrix.findFaults([cellOf(fault)]));
      expect(found.join("\n")).to.include(fault.finds);
    });
  }

  it("reports no fault in the same cells of a correct service", async () => {
    const cells = planted.filter(({ declared }) => !declared).map(cellOf);
    expect(await withFaultyService({}, (matrix) => matrix.findFaults(cells))).to.deep.equal([]);
  });

  it("tries every caller on every route and covers each rule with a refusal and a success", () => {
    expect(table.flatMap(createMatrixCells)).to.have.length.of.at.least(500);
    for (const route of table) {
      const cells = createMatrixCells(route);
      const count = (status: number): number => cells.filter(({ expected }) => expected.status === status).length;
      expect(cells).to.have.length.of.at.least(createCallersFor(route).length);
      expect(count(route.response.status), `${routeName(route)} successes`).to.be.at.least(2);
      expect(count(401) >= 26, `${routeName(route)} 401`).to.equal(route.credential !== "none");
      expect(count(403), `${routeName(route)} 403`).to.be.at.least(route.scopes?.length ?? 0);
      const mayMiss =
        route.credential !== "app" &&
        pathParameters(route.path).some((name) => pathObject(name).createdByRoute !== routeName(route));
      expect(count(404) > 0, `${routeName(route)} 404`).to.equal(mayMiss);
    }
  });

  it("names the file to extend for an unknown path parameter", async () => {
    const moon = pathObject("moon_id");
    const outcome = await moon.create(new ApiClient("http://127.0.0.1", { paths: {} })).catch(String);
    expect(outcome).to.include("test/support/path-objects.ts must say what {moon_id} names");
  });
});
