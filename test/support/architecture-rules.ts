import type { IForbiddenRuleType } from "dependency-cruiser";

const outside = ["npm", "npm-dev", "npm-optional", "npm-peer", "core", "unknown", "npm-no-pkg"] as const;

/** The core may import only what stands left of it: domain ← ports ← application (design 1). */
function layer(name: string, allowed: string): IForbiddenRuleType[] {
  return [
    {
      name: `${name}-imports-inward`,
      severity: "error",
      from: { path: `^src/${name}/` },
      to: { path: "^src/", pathNot: `^src/(${allowed})/` },
    },
    {
      name: `${name}-imports-nothing-from-outside`,
      severity: "error",
      from: { path: `^src/${name}/` },
      to: { dependencyTypes: [...outside] },
    },
  ];
}

/** Design 1 and 9, as dependency-cruiser checks it. */
export const architectureRules: IForbiddenRuleType[] = [
  ...layer("domain", "domain"),
  ...layer("ports", "domain|ports"),
  ...layer("application", "domain|ports|application"),
  {
    name: "adapters-do-not-import-each-other",
    severity: "error",
    from: { path: "^src/adapters/([^/]+)/" },
    to: { path: "^src/adapters/", pathNot: "^src/adapters/($1|store-support)/" },
  },
  {
    // The archive adapter groups entries as the stores put them.
    name: "only-stores-import-store-support",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/(in-memory|sqlite|mongodb|archive|store-support)/" },
    to: { path: "^src/adapters/store-support/" },
  },
  {
    name: "what-is-made-of-a-conversation-is-made-apart",
    severity: "error",
    from: { path: "^src/adapters/language/(tasks|events|memories|summary|tongues)/" },
    to: { path: "^src/adapters/language/(tasks|events|memories|summary)/", pathNot: "^src/adapters/language/$1/" },
  },
  {
    name: "adapters-do-not-know-how-they-are-composed",
    severity: "error",
    from: { path: "^src/(adapters|testing)/" },
    to: { path: "^src/(composition/|main\\.ts)" },
  },
  {
    name: "inversify-stays-in-the-composition",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/(composition/|main\\.ts)" },
    to: { path: "node_modules/inversify" },
  },
  {
    name: "ioredis-stays-in-its-adapter",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/redis/" },
    to: { path: "node_modules/ioredis" },
  },
  {
    name: "the-mongodb-driver-stays-in-its-adapter",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/mongodb/" },
    to: { path: "node_modules/mongodb/" },
  },
  {
    // It is loaded when `REDIS_URL` asks for it.
    name: "redis-is-loaded-on-demand",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/redis/" },
    to: { path: "^src/adapters/redis/", dependencyTypesNot: ["type-only", "dynamic-import"] },
  },
  {
    name: "embedders-load-no-third-party-module",
    severity: "error",
    from: { path: "^src/(index\\.ts|adapters/in-memory/|testing/)" },
    to: { dependencyTypes: ["npm", "npm-dev", "npm-no-pkg", "unknown"] },
  },
  {
    // Only worker threads summarise: the main thread of a server does without the grammar of seven languages.
    name: "the-main-thread-does-not-load-the-summariser",
    severity: "error",
    from: { path: "^src/(composition/|main\\.ts)" },
    to: { path: "^src/adapters/language/built-in-summariser\\.ts", reachable: true },
  },
  {
    name: "no-circles",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
];
