import type { RateLimiter } from "../../../../ports/driven/runtime/rate-limiter.js";
import type { StoreHealth } from "../../../../ports/driven/store/store.js";
import { oneOf } from "../../../../domain/rules.js";
import { okObject, route, type Route } from "../../kernel/route.js";
import { HttpError, RETRY_SOON_HEADERS } from "../../kernel/errors.js";
import { Component, Field, nestedObject, type FieldParser } from "../../kernel/dto-fields.js";
import { lenientBoolean, arrayOf } from "../../kernel/field-parsers.js";

@Component("ServiceStatus")
class ServiceStatusResponse {
  @Field(oneOf(["ok"])) status!: "ok";
}

@Component("RateLimiterStatus")
class RateLimiterStatusResponse {
  @Field(oneOf(["memory", "redis"]), {
    description: "Where requests are counted: `memory`, per process; `redis`, shared by all processes.",
  })
  id!: string;

  @Field(lenientBoolean(), { description: "While false, each process enforces its share of the limits." })
  available!: boolean;
}

@Component("StoreStatus")
class StoreStatusResponse {
  @Field(oneOf(["memory", "sqlite", "mongodb"]), { description: "The storage backend." })
  id!: string;

  @Field(lenientBoolean(), { description: "Whether it accepts writes; while it does not, the status is 503." })
  available!: boolean;
}

@Component("Readiness")
class ReadinessResponse {
  @Field(oneOf(["ok"])) status!: "ok";
  @Field(nestedObject(() => StoreStatusResponse)) store!: StoreStatusResponse;
  @Field(nestedObject(() => RateLimiterStatusResponse), { optional: true }) rate_limiter?: RateLimiterStatusResponse;
}

const anyObjectParser: FieldParser<object> = { read: (raw) => raw as object, schema: () => ({ type: "object" }) };

@Component("JsonWebKeySet")
class JsonWebKeySetResponse {
  @Field(arrayOf(anyObjectParser)) keys!: object[];
}

/** Routes for operators: the probes, and the public keys of the local issuer. */
export const healthRoutes = (
  health: StoreHealth,
  getJsonWebKeySet: (() => object) | undefined,
  rateLimiter: Pick<RateLimiter, "status"> | undefined,
  shutdownSignal: AbortSignal | undefined,
): Route[] => [
  route({
    method: "GET",
    path: "/healthz",
    summary: "Liveness probe",
    tag: "operation",
    extension: true,
    credential: "none",
    response: okObject(ServiceStatusResponse, "The process is alive"),
    handle: () => ({ status: "ok" }),
  }),
  route({
    method: "GET",
    path: "/readyz",
    summary: "Readiness probe",
    tag: "operation",
    extension: true,
    credential: "none",
    additionalErrorStatuses: [503],
    response: okObject(ReadinessResponse, "The service can handle requests"),
    handle: async () => {
      if (shutdownSignal?.aborted) throw new HttpError(503, "The service is shutting down", RETRY_SOON_HEADERS);
      await health.check().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        throw new HttpError(503, `The store is not ready: ${reason}`, RETRY_SOON_HEADERS);
      });
      const store = { id: health.id, available: true };
      return { status: "ok" as const, store, ...(rateLimiter ? { rate_limiter: await rateLimiter.status() } : {}) };
    },
  }),
  ...(getJsonWebKeySet ? [createKeySetRoute(getJsonWebKeySet)] : []),
];

const createKeySetRoute = (getJsonWebKeySet: () => object): Route =>
  route({
    method: "GET",
    path: "/.well-known/jwks.json",
    summary: "The public keys of the local issuer",
    tag: "operation",
    extension: true,
    credential: "none",
    response: okObject(JsonWebKeySetResponse, "A JSON Web Key Set (RFC 7517)"),
    handle: () => getJsonWebKeySet(),
  });
