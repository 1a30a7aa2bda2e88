import { apiScopes as allScopes, type ApiScope } from "../../src/domain/user/api-key.js";
import type { Route } from "../../src/adapters/http/kernel/route.js";
import type { TestUser } from "./test-user.js";

/** A caller with a valid, invalid or missing credential of a user. */
export interface TestCaller {
  readonly name: string;
  /** How a correct service classifies the credential: absent, invalid, or valid of its kind. */
  readonly credentialKind: "nothing" | "a bad key" | "a bad token" | "a key" | "a token" | "a secret";
  readonly scopes: readonly ApiScope[];
  /** The Authorization header; undefined for none. */
  readonly authorization: (person: TestUser) => Promise<string | undefined>;
}

type CredentialSource = (person: TestUser) => Promise<string>;

const validKey: CredentialSource = (person) => person.getKey(allScopes);
const validToken: CredentialSource = (person) => person.getToken();

const callerWithoutCredential: TestCaller = {
  name: "no header",
  credentialKind: "nothing",
  scopes: [],
  authorization: () => Promise.resolve(undefined),
};

function createCaller(
  name: string,
  presents: TestCaller["credentialKind"],
  credential: CredentialSource,
  { header = (secret: string) => `Bearer ${secret}`, scopes = [] as readonly ApiScope[] } = {},
): TestCaller {
  return { name, credentialKind: presents, scopes, authorization: async (person) => header(await credential(person)) };
}

const callersWithMalformedHeaders: readonly TestCaller[] = [
  callerWithoutCredential,
  createCaller("an empty header", "nothing", validKey, { header: () => "" }),
  createCaller("the scheme alone", "nothing", validKey, { header: () => "Bearer" }),
  createCaller("a key without the scheme", "nothing", validKey, { header: (key) => key }),
  createCaller("a key under another scheme", "nothing", validKey, { header: (key) => `Basic ${key}` }),
  createCaller("a key after a scheme that only begins like ours", "nothing", validKey, {
    header: (key) => `BearerX ${key}`,
  }),
  createCaller("a key and something more", "nothing", validKey, { header: (key) => `Bearer ${key} more` }),
  createCaller("a key after a colon", "nothing", validKey, { header: (key) => `Bearer: ${key}` }),
  createCaller("a token without the scheme", "nothing", validToken, { header: (token) => token }),
];

const callersWithInvalidKeys: readonly TestCaller[] = [
  createCaller("junk", "a bad key", () => Promise.resolve("junk")),
  createCaller("a key that was never made", "a bad key", () => Promise.resolve(`mneme_dev_${"0".repeat(32)}`)),
  createCaller("a revoked key", "a bad key", (person) => person.getRevokedKey(allScopes)),
  createCaller("a key in capital letters", "a bad key", async (person) => (await validKey(person)).toUpperCase()),
  createCaller("a key without its end", "a bad key", async (person) => (await validKey(person)).slice(0, -1)),
  createCaller("a token without its signature", "a bad key", async (person) =>
    (await validToken(person)).split(".").slice(0, 2).join("."),
  ),
];

const callersWithInvalidTokens: readonly TestCaller[] = [
  createCaller("three parts of junk", "a bad token", () => Promise.resolve("a.b.c")),
  createCaller("an expired token", "a bad token", ({ tokenForger: forge, id }) => forge.createExpired(id)),
  createCaller("a token of the future", "a bad token", ({ tokenForger: forge, id }) => forge.createNotYetValid(id)),
  createCaller("a token of another issuer", "a bad token", ({ tokenForger: forge, id }) =>
    forge.createFromOtherIssuer(id),
  ),
  createCaller("a token under another issuer's name", "a bad token", ({ tokenForger: forge, id }) =>
    forge.createWithOtherIssuerName(id),
  ),
  createCaller("a token for another audience", "a bad token", ({ tokenForger: forge, id }) =>
    forge.createForOtherAudience(id),
  ),
  createCaller("a token signed by another key", "a bad token", ({ tokenForger: forge, id }) =>
    forge.createSignedByOtherKey(id),
  ),
  createCaller("a token of alg: none", "a bad token", ({ tokenForger: forge, id }) => forge.createUnsigned(id)),
  createCaller("a token signed by the public key", "a bad token", ({ tokenForger: forge, id }) =>
    forge.createSignedByPublicKey(id),
  ),
  createCaller("a token with a changed signature", "a bad token", ({ tokenForger: forge, id }) =>
    forge.createWithChangedSignature(id),
  ),
  createCaller("a token with a changed subject", "a bad token", ({ tokenForger: forge, id }) =>
    forge.createWithChangedSubject(id),
  ),
];

const createKeyCaller = (name: string, scopes: readonly ApiScope[]): TestCaller =>
  createCaller(name, "a key", (person) => person.getKey(scopes), { scopes });

export const tokenCaller = createCaller("an identity token", "a token", validToken, { scopes: allScopes });

const appSecret: CredentialSource = (person) => person.getAppSecret();

export const appCaller = createCaller("the secret of one's app", "a secret", appSecret);

const validCallers: readonly TestCaller[] = [
  tokenCaller,
  createCaller("an identity token after bearer", "a token", validToken, {
    header: (token) => `bearer ${token}`,
    scopes: allScopes,
  }),
  createKeyCaller("a key of all scopes", allScopes),
  createCaller("a key after BEARER", "a key", validKey, { header: (key) => `BEARER ${key}`, scopes: allScopes }),
  appCaller,
  createCaller("the secret of one's app after bearer", "a secret", appSecret, {
    header: (secret) => `bearer ${secret}`,
  }),
];

/** Returns a key with exactly the scopes that the route requires. */
export function createKeyCallerFor({ scopes = [] }: Route): TestCaller {
  const names = scopes.length > 0 ? scopes.join(" and ") : "goals:read";
  return createKeyCaller(`a key of ${names} alone`, scopes.length > 0 ? scopes : ["goals:read"]);
}

/** Returns keys with all scopes except one that the route requires, for each required scope. */
export function createCallersMissingScope({ scopes = [] }: Route): TestCaller[] {
  return scopes.map((missing) =>
    createKeyCaller(
      `a key without ${missing}`,
      allScopes.filter((scope) => scope !== missing),
    ),
  );
}

/** Returns all callers of the matrix for a route. */
export function createCallersFor(route: Route): TestCaller[] {
  return [
    ...callersWithMalformedHeaders,
    ...callersWithInvalidKeys,
    ...callersWithInvalidTokens,
    ...validCallers,
    createKeyCallerFor(route),
    ...createCallersMissingScope(route),
  ];
}
