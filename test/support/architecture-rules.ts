import type { IForbiddenRuleType } from "dependency-cruiser";

const EXTERNAL_DEPENDENCY_TYPES = [
  "npm",
  "npm-dev",
  "npm-optional",
  "npm-peer",
  "core",
  "unknown",
  "npm-no-pkg",
] as const;

/** The core may import only layers to the left of it: domain ← ports ← application. */
function layerRules(name: string, allowed: string): IForbiddenRuleType[] {
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
      to: { dependencyTypes: [...EXTERNAL_DEPENDENCY_TYPES] },
    },
  ];
}

/** The rules of the architecture, as dependency-cruiser checks them. */
export const architectureRules: IForbiddenRuleType[] = [
  ...layerRules("domain", "domain"),
  ...layerRules("ports", "domain|ports"),
  ...layerRules("application", "domain|ports|application"),
  {
    name: "adapters-do-not-import-each-other",
    severity: "error",
    from: { path: "^src/adapters/([^/]+)/" },
    to: {
      path: "^src/adapters/",
      pathNot: "^src/adapters/(($1|store-support|outbound-support|text-analysis)/|runtime/cooperative-yield\\.ts$)",
    },
  },
  {
    // The entry point; and errors of access that the HTTP adapter raises before a use case is called.
    name: "adapters-do-not-import-application-internals",
    severity: "error",
    from: { path: "^src/adapters/" },
    to: { path: "^src/application/", pathNot: "^src/application/(create-application|access/access-control)\\.ts$" },
  },
  {
    // The archive adapter groups entries in the same way as the stores.
    name: "only-stores-import-store-support",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/(in-memory|sqlite|mongodb|archive|store-support)/" },
    to: { path: "^src/adapters/store-support/" },
  },
  {
    name: "only-search-and-nlp-import-text-analysis",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/(search|nlp|text-analysis)/" },
    to: { path: "^src/adapters/text-analysis/" },
  },
  {
    // Their computations are long enough to delay the requests of the same thread.
    name: "only-search-and-nlp-import-cooperative-yield",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/(search|nlp)/" },
    to: { path: "^src/adapters/runtime/cooperative-yield\\.ts$" },
  },
  {
    name: "only-senders-import-outbound-support",
    severity: "error",
    from: { path: "^src/", pathNot: "^src/adapters/(outbound|push|in-memory|outbound-support)/" },
    to: { path: "^src/adapters/outbound-support/" },
  },
  {
    name: "nlp-extraction-and-summarization-are-independent",
    severity: "error",
    from: { path: "^src/adapters/nlp/(\\w+)/" },
    to: {
      path: "^src/adapters/nlp/(extraction|summarization)/",
      pathNot: "^src/adapters/nlp/$1/",
      dependencyTypesNot: ["type-only"],
    },
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
    // `REDIS_URL` enables it at run time.
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
    // Only worker threads summarise, so the main thread of a server does not load the models of the classifiers.
    name: "the-main-thread-does-not-load-the-summariser",
    severity: "error",
    from: { path: "^src/(composition/|main\\.ts)" },
    to: { path: "^src/adapters/nlp/built-in-summariser\\.ts", reachable: true },
  },
  {
    name: "no-circles",
    severity: "error",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
];
