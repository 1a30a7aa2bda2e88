import { expect } from "chai";
import { decodeJwt } from "jose";
import { Client } from "../../support/client.js";
import { except } from "../../support/core.js";
import { callersOf } from "../../support/callers.js";
import { cellsOf, nameOf, type Cell } from "../../support/matrix-cells.js";
import { pathObject } from "../../support/path-objects.js";
import { withFault, type Fault } from "../../support/planted-service.js";
import { routeTable } from "../../support/route-table.js";
import type { Route } from "../../../src/adapters/http/route.js";
import { notFound } from "../../../src/domain/errors.js";
import type { ApiKey } from "../../../src/domain/api-key.js";

const table = routeTable();
const one = "/v1/dev/user/conversations/{conversation_id}";

interface Planted extends Fault {
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
function cellOf({ route, caller, foreign, declared }: Planted): Cell {
  const found = table.find((each) => nameOf(each) === route);
  if (!found) throw new Error(`There is no route ${route}`);
  const cells = cellsOf({ ...found, ...declared });
  const cell = cells.find((each) => each.caller.name === caller && (each.foreign !== undefined) === (foreign ?? false));
  if (!cell) throw new Error(`${route} is not tried by ${caller}`);
  return cell;
}

const planted: readonly Planted[] = [
  {
    what: "a scope that is declared and not enforced",
    application: ({ access }) => ({ access: except(access, { require: () => undefined }) }),
    route: `GET ${one}`,
    caller: "a key without conversations:read",
    finds: "200 instead of 403",
  },
  {
    what: "another scope than the declared one",
    declared: { scopes: ["goals:read"] },
    route: `GET ${one}`,
    caller: "a key of goals:read alone",
    finds: "403 instead of 200",
  },
  {
    what: "a route for tokens alone that lets keys in",
    application: ({ access }) => ({
      access: except(access, {
        authenticate: (attempt) => access.authenticate({ ...attempt, accepts: ["key", "token"] }),
      }),
    }),
    route: "GET /v1/dev/keys",
    caller: "a key of all scopes",
    finds: "200 instead of 401",
  },
  {
    what: "a revoked key that is still good",
    store: ({ apiKeys }) => {
      const remembered = new Map<string, ApiKey | undefined>();
      const findByDigest = async (digest: string) => {
        const key = remembered.get(digest) ?? (await apiKeys.findByDigest(digest));
        remembered.set(digest, key);
        return key;
      };
      return { apiKeys: except(apiKeys, { findByDigest }) };
    },
    route: `GET ${one}`,
    caller: "a revoked key",
    finds: "200 instead of 401",
  },
  {
    what: "a token without a signature that is believed",
    identity: (sound) => ({
      verify: async (token) =>
        token.endsWith(".") ? { subject: decodeJwt(token).sub ?? "" } : await sound.verify(token),
    }),
    route: "GET /v1/dev/user/profile",
    caller: "a token of alg: none",
    finds: "200 instead of 401",
  },
  {
    what: "another's object that is shown",
    application: ({ conversations, call }) => ({
      conversations: except(conversations, {
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
    what: "a 404 that says more of another's object",
    application: ({ conversations, call }) => ({
      conversations: except(conversations, {
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
    what: "a header that tells another's object from an unknown one",
    middleware:
      ({ conversations, call }) =>
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
    what: "a body that is read before the credential",
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
    what: "a body that is asked for before the credential",
    middleware: () => async (context, next) => {
      if (context.get("Expect") !== "") context.res.writeContinue();
      await next();
    },
    route: "POST /v1/dev/user/conversations",
    caller: "a key without conversations:write",
    finds: "the body was asked for",
  },
  {
    what: "a call that is refused and carried out",
    middleware:
      ({ users, call }) =>
      async (context, next) => {
        await next();
        if (context.status === 401) await users.updateProfile(call("person-1"), { displayName: "changed" });
      },
    route: "PATCH /v1/dev/user/profile",
    caller: "an expired token",
    finds: "something was changed",
  },
  {
    what: "a call that is let in and not carried out",
    application: ({ users }) => ({ users: except(users, { updateProfile: (call) => users.profile(call) }) }),
    route: "PATCH /v1/dev/user/profile",
    caller: "an identity token",
    finds: "nothing was changed",
  },
  {
    what: "a 401 that does not say how to present a credential",
    middleware: () => async (context, next) => {
      await next();
      context.remove("WWW-Authenticate");
    },
    route: `GET ${one}`,
    caller: "junk",
    finds: "WWW-Authenticate",
  },
  {
    what: "a refusal in other words",
    middleware: () => async (context, next) => {
      await next();
      if (context.status === 401) context.body = { detail: "Invalid API key" };
    },
    route: `GET ${one}`,
    caller: "junk",
    finds: 'instead of {"detail":"Invalid API Key"}',
  },
  {
    what: "an answer without a name",
    middleware: () => async (context, next) => {
      await next();
      if (context.path === "/healthz") context.remove("X-Request-Id");
    },
    route: "GET /healthz",
    caller: "no header",
    finds: "X-Request-Id",
  },
  {
    what: "a refusal that does not tell what is left of the limit",
    middleware: () => async (context, next) => {
      await next();
      context.remove("RateLimit");
    },
    route: `GET ${one}`,
    caller: "a key without conversations:read",
    finds: "RateLimit: none",
  },
];

describe("the matrix of credentials and routes", () => {
  for (const fault of planted) {
    it(`finds ${fault.what}`, async () => {
      const found = await withFault(fault, (matrix) => matrix.faultsAt([cellOf(fault)]));
      expect(found.join("\n")).to.include(fault.finds);
    });
  }

  it("finds nothing in the same cells of a sound service", async () => {
    const cells = planted.filter(({ declared }) => !declared).map(cellOf);
    expect(await withFault({}, (matrix) => matrix.faultsAt(cells))).to.deep.equal([]);
  });

  it("tries every caller on every route, and has a refusal and a success for each of its rules", () => {
    expect(table.flatMap(cellsOf)).to.have.length.of.at.least(500);
    for (const route of table) {
      const cells = cellsOf(route);
      const count = (status: number): number => cells.filter(({ expected }) => expected.status === status).length;
      expect(cells).to.have.length.of.at.least(callersOf(route).length);
      expect(count(route.answers.status), `${nameOf(route)} successes`).to.be.at.least(2);
      expect(count(401) >= 26, `${nameOf(route)} 401`).to.equal(route.credential !== "none");
      expect(count(403), `${nameOf(route)} 403`).to.be.at.least(route.scopes?.length ?? 0);
      const namesObject = route.path.includes("{") && route.credential !== "app";
      expect(count(404) > 0, `${nameOf(route)} 404`).to.equal(namesObject);
    }
  });

  it("says what is to be added for a path that names something new", async () => {
    const moon = pathObject("moon_id");
    const outcome = await moon.make(new Client("http://127.0.0.1", { paths: {} })).catch(String);
    expect(outcome).to.include("test/support/path-objects.ts must say what {moon_id} names");
  });
});
