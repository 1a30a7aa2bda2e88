import { scopes as allScopes, type Scope } from "../../src/domain/api-key.js";
import type { Route } from "../../src/adapters/http/route.js";
import type { Person } from "./person.js";

/** Somebody who speaks for a person, rightly or wrongly. */
export interface Caller {
  readonly name: string;
  /** What a correct service finds: nothing that could be a credential, a bad one, or a good one of its kind. */
  readonly presents: "nothing" | "a bad key" | "a bad token" | "a key" | "a token" | "a secret";
  readonly scopes: readonly Scope[];
  /** The Authorization header; undefined for none. */
  readonly authorization: (person: Person) => Promise<string | undefined>;
}

type Credential = (person: Person) => Promise<string>;

const goodKey: Credential = (person) => person.key(allScopes);
const goodToken: Credential = (person) => person.token();

const none: Caller = {
  name: "no header",
  presents: "nothing",
  scopes: [],
  authorization: () => Promise.resolve(undefined),
};

function caller(
  name: string,
  presents: Caller["presents"],
  credential: Credential,
  { header = (secret: string) => `Bearer ${secret}`, scopes = [] as readonly Scope[] } = {},
): Caller {
  return { name, presents, scopes, authorization: async (person) => header(await credential(person)) };
}

const malformed: readonly Caller[] = [
  none,
  caller("an empty header", "nothing", goodKey, { header: () => "" }),
  caller("the scheme alone", "nothing", goodKey, { header: () => "Bearer" }),
  caller("a key without the scheme", "nothing", goodKey, { header: (key) => key }),
  caller("a key under another scheme", "nothing", goodKey, { header: (key) => `Basic ${key}` }),
  caller("a key after a scheme that only begins like ours", "nothing", goodKey, { header: (key) => `BearerX ${key}` }),
  caller("a key and something more", "nothing", goodKey, { header: (key) => `Bearer ${key} more` }),
  caller("a key after a colon", "nothing", goodKey, { header: (key) => `Bearer: ${key}` }),
  caller("a token without the scheme", "nothing", goodToken, { header: (token) => token }),
];

const badKeys: readonly Caller[] = [
  caller("junk", "a bad key", () => Promise.resolve("junk")),
  caller("a key that was never made", "a bad key", () => Promise.resolve(`mneme_dev_${"0".repeat(32)}`)),
  caller("a revoked key", "a bad key", (person) => person.revokedKey(allScopes)),
  caller("a key in capital letters", "a bad key", async (person) => (await goodKey(person)).toUpperCase()),
  caller("a key without its end", "a bad key", async (person) => (await goodKey(person)).slice(0, -1)),
  caller("a token without its signature", "a bad key", async (person) =>
    (await goodToken(person)).split(".").slice(0, 2).join("."),
  ),
];

const badTokens: readonly Caller[] = [
  caller("three parts of junk", "a bad token", () => Promise.resolve("a.b.c")),
  caller("an expired token", "a bad token", ({ forge, id }) => forge.expired(id)),
  caller("a token of the future", "a bad token", ({ forge, id }) => forge.notYetValid(id)),
  caller("a token of another issuer", "a bad token", ({ forge, id }) => forge.ofAnotherIssuer(id)),
  caller("a token under another issuer's name", "a bad token", ({ forge, id }) => forge.underAnotherIssuersName(id)),
  caller("a token for another audience", "a bad token", ({ forge, id }) => forge.forAnotherAudience(id)),
  caller("a token signed by another key", "a bad token", ({ forge, id }) => forge.signedByAnotherKey(id)),
  caller("a token of alg: none", "a bad token", ({ forge, id }) => forge.unsigned(id)),
  caller("a token signed by the public key", "a bad token", ({ forge, id }) => forge.signedByPublicKey(id)),
  caller("a token with a changed signature", "a bad token", ({ forge, id }) => forge.withChangedSignature(id)),
  caller("a token with a changed subject", "a bad token", ({ forge, id }) => forge.withChangedSubject(id)),
];

const keyOf = (name: string, scopes: readonly Scope[]): Caller =>
  caller(name, "a key", (person) => person.key(scopes), { scopes });

export const identified = caller("an identity token", "a token", goodToken, { scopes: allScopes });

const appSecret: Credential = (person) => person.appSecret();

export const app = caller("the secret of one's app", "a secret", appSecret);

const welcome: readonly Caller[] = [
  identified,
  caller("an identity token after bearer", "a token", goodToken, {
    header: (token) => `bearer ${token}`,
    scopes: allScopes,
  }),
  keyOf("a key of all scopes", allScopes),
  caller("a key after BEARER", "a key", goodKey, { header: (key) => `BEARER ${key}`, scopes: allScopes }),
  app,
  caller("the secret of one's app after bearer", "a secret", appSecret, { header: (secret) => `bearer ${secret}` }),
];

/** The key that has what the route asks for and nothing more. */
export function keyFor({ scopes = [] }: Route): Caller {
  const names = scopes.length > 0 ? scopes.join(" and ") : "goals:read";
  return keyOf(`a key of ${names} alone`, scopes.length > 0 ? scopes : ["goals:read"]);
}

/** Keys that have everything but one of the scopes that the route asks for. */
export function keysShortOf({ scopes = [] }: Route): Caller[] {
  return scopes.map((missing) =>
    keyOf(
      `a key without ${missing}`,
      allScopes.filter((scope) => scope !== missing),
    ),
  );
}

/** Everybody who may come to a route. */
export function callersOf(route: Route): Caller[] {
  return [...malformed, ...badKeys, ...badTokens, ...welcome, keyFor(route), ...keysShortOf(route)];
}
