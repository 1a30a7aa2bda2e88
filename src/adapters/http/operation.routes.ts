import type { RateLimiter } from "../../ports/driven/rate-limiter.js";
import type { StoreHealth } from "../../ports/driven/store-health.js";
import { oneOf } from "../../domain/rules.js";
import { answersOne } from "./answers.js";
import { HttpError, RETRY_SOON } from "./errors.js";
import { Component, Field, record, type WireRule } from "./field.js";
import { route, type Route } from "./route.js";
import { flag, list } from "./wire-rules.js";

@Component("ServiceStatus")
class ServiceStatus {
  @Field(oneOf(["ok"])) status!: "ok";
}

@Component("RateLimiterStatus")
class RateLimiterStatus {
  @Field(oneOf(["memory", "redis"]), {
    description: "What counts the calls: `memory`, each process for itself; `redis`, all processes together.",
  })
  id!: string;

  @Field(flag(), { description: "While false, each process counts its part of the limits for itself." })
  available!: boolean;
}

@Component("StoreStatus")
class StoreStatus {
  @Field(oneOf(["memory", "sqlite", "mongodb"]), { description: "What stores the data." })
  id!: string;

  @Field(flag(), { description: "Whether it accepts writes; while it does not, the status is 503." })
  available!: boolean;
}

@Component("Readiness")
class Readiness {
  @Field(oneOf(["ok"])) status!: "ok";
  @Field(record(() => StoreStatus)) store!: StoreStatus;
  @Field(record(() => RateLimiterStatus), { optional: true }) rate_limiter?: RateLimiterStatus;
}

const anyObject: WireRule<object> = { read: (raw) => raw as object, schema: () => ({ type: "object" }) };

@Component("JsonWebKeySet")
class JsonWebKeySet {
  @Field(list(anyObject)) keys!: object[];
}

/** For whoever runs the service. Decision 1.7, design 7. */
export const operationRoutes = (
  health: StoreHealth,
  keySet: (() => object) | undefined,
  rateLimiter: Pick<RateLimiter, "status"> | undefined,
): Route[] => [
  route({
    method: "GET",
    path: "/healthz",
    summary: "Whether the process lives",
    tag: "operation",
    extension: true,
    credential: "none",
    answers: answersOne(ServiceStatus, "It does"),
    handle: () => ({ status: "ok" }),
  }),
  route({
    method: "GET",
    path: "/readyz",
    summary: "Whether requests can be served",
    tag: "operation",
    extension: true,
    credential: "none",
    refuses: [503],
    answers: answersOne(Readiness, "They can"),
    handle: async () => {
      await health.check().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new HttpError(503, `The store is not ready: ${reason}`, RETRY_SOON);
      });
      const store = { id: health.id, available: true };
      return { status: "ok" as const, store, ...(rateLimiter ? { rate_limiter: await rateLimiter.status() } : {}) };
    },
  }),
  ...(keySet ? [keySetRoute(keySet)] : []),
];

const keySetRoute = (keySet: () => object): Route =>
  route({
    method: "GET",
    path: "/.well-known/jwks.json",
    summary: "The public keys of the local issuer",
    tag: "operation",
    extension: true,
    credential: "none",
    answers: answersOne(JsonWebKeySet, "A JSON Web Key Set (RFC 7517)"),
    handle: () => keySet(),
  });
