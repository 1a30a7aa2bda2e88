import type { StoreHealth } from "../../ports/driven/store-health.js";
import { HttpError } from "./errors.js";
import { route, type Route } from "./route.js";

const statusSchema = () => ({
  type: "object",
  properties: { status: { type: "string", enum: ["ok"] } },
  required: ["status"],
});

/** For whoever runs the service. Decision 1.7, design 7. */
export const operationRoutes = (health: StoreHealth, keySet: (() => object) | undefined): Route[] => [
  route({
    method: "GET",
    path: "/healthz",
    summary: "Whether the process lives",
    tag: "operation",
    extension: true,
    credential: "none",
    answers: { status: 200, schema: statusSchema, description: "It does" },
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
    answers: { status: 200, schema: statusSchema, description: "They can" },
    handle: async () => {
      await health.check().catch((error: unknown) => {
        throw new HttpError(503, `The store is not ready: ${error instanceof Error ? error.message : String(error)}`);
      });
      return { status: "ok" };
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
    answers: {
      status: 200,
      schema: () => ({
        type: "object",
        properties: { keys: { type: "array", items: { type: "object" } } },
        required: ["keys"],
      }),
      description: "A JSON Web Key Set (RFC 7517)",
    },
    handle: () => keySet(),
  });
