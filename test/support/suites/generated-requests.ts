import { Agent } from "node:http";
import { expect } from "chai";
import fc from "fast-check";
import { apiScopes } from "../../../src/domain/user/api-key.js";
import type { ClientResponse } from "../api-client.js";
import { planningConversation, recordConversation } from "../conversation-requests.js";
import { closeAfterTests } from "../close-after-tests.js";
import { createFailedDelivery } from "../deliveries.js";
import { DeclaredResponses } from "../declared-responses.js";
import {
  createReadRequest,
  arbitraryRequests,
  listRequiredScopes,
  type RequestingUser,
  type PlannedRequest,
} from "../generated-requests.js";
import { createInstalledApp } from "../notifications.js";
import type { Operation } from "../openapi-document.js";
import { CapturedValues } from "../captured-values.js";
import { startServiceOn, type UseBackend } from "../service-stores.js";
import type { TestService } from "../service.js";
import { listDeclaredStatuses, StatusCounter } from "../status-counter.js";
import { sendWireRequest, formatRequest, type WireRequest } from "../wire-request.js";

/** The number of requests from which all reachable responses are expected. */
const MIN_REQUESTS_FOR_COVERAGE = 32_000;
/** A seed generates the same requests again; the IDs in them come from the responses of the tested service. */
const SEED = Number(process.env["FAST_CHECK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const CONCURRENT_REQUESTS = 32;
/** Each operation must succeed in at least one of this many of its expected requests: some rarely get valid input. */
const MIN_SUCCESS_DIVISOR = 40;
/** The number of requests after which a new user is created, so that lists stay short. */
const REQUESTS_PER_USER = 1_500;

/** Returns why no request is expected to lead to a declared status; undefined if one is. */
function unreachableReason(operation: Operation, status: number): string | undefined {
  if (operation.security?.some((scheme) => "appSecret" in scheme) && UNREACHABLE_APP_STATUSES.has(status)) {
    return "its body is read only where the query lacks something, and its app is enabled";
  }
  const reasons: Readonly<Record<number, string | undefined>> = {
    409: "only what happens at the same moment is in its way",
    422: readsFields(operation) ? undefined : "it reads nothing that could be wrong",
    429: "the limits are off",
    500: "the service must not fail",
    503: "the store is there",
  };
  return reasons[status];
}

const UNREACHABLE_APP_STATUSES: ReadonlySet<number> = new Set([400, 403, 413, 415]);

function readsFields({ parameters = [], requestBody }: Operation): boolean {
  return requestBody !== undefined || parameters.some((parameter) => parameter.in === "query");
}

interface SentRequest {
  readonly operation: Operation | undefined;
  readonly response: ClientResponse;
}

/** Sends `count` requests that match the OpenAPI document, or violate it slightly. */
export function generatedRequestsSuite(useBackend: UseBackend, count: number): void {
  describe("requests generated from the OpenAPI document", () => {
    const backend = useBackend();
    const closeAfter = closeAfterTests();
    let service: TestService;
    let declaredResponses: DeclaredResponses;
    const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT_REQUESTS });
    const statusCounts = new StatusCounter();
    const validStatusCounts = new StatusCounter();

    before(async () => {
      service = closeAfter(await startServiceOn(backend));
      declaredResponses = DeclaredResponses.forDocument(service.document);
    });
    after(() => agent.destroy());

    /** Creates a user with keys that the requests cannot find, so that they are not revoked. */
    async function createRequestUser(userId: string): Promise<RequestingUser> {
      const requiredScopes = listRequiredScopes(declaredResponses.document);
      const fullyScopedClient = await service.clientWithKey(userId, apiScopes);
      const singleScopeCredentials: Record<string, string> = {};
      for (const scope of apiScopes.filter((candidate) => requiredScopes.includes(candidate))) {
        singleScopeCredentials[scope] = (await service.clientWithKey(userId, [scope])).credential ?? "";
      }
      const owner = await service.clientWithToken(userId);
      const keys = (await owner.get("/v1/dev/keys")).body as { readonly id: string }[];
      const app = await createInstalledApp(await service.clientWithToken("who owns apps"), owner);
      const capturedValues = new CapturedValues(
        declaredResponses.document,
        new Set([app.id, ...keys.map(({ id }) => id)]),
      );
      capturedValues.captureObject({
        collection: "/v1/dev/apps/deliveries",
        id: await createFailedDelivery(owner),
        values: {},
      });
      capturedValues.captureObject({ collection: "/v2/integrations", id: app.id, values: { uid: userId } });
      return {
        credentials: {
          appSecret: app.secret,
          developerKey: fullyScopedClient.credential ?? "",
          identityToken: owner.credential ?? "",
        },
        singleScopeCredentials,
        capturedValues,
      };
    }

    /** @throws Error that shows the request, if its response is not allowed. */
    async function send(request: WireRequest, requestUser: RequestingUser, isValid: boolean): Promise<SentRequest> {
      try {
        const response = await sendWireRequest(service.url, request, agent);
        declaredResponses.check(request.method, request.target, response);
        expect(response.status, JSON.stringify(response.body)).to.be.below(500);
        const operation = declaredResponses.document.matchRoute(request.method, request.target)?.operation;
        const name = operation?.name ?? "what the document does not have";
        statusCounts.add(name, response.status);
        if (isValid) validStatusCounts.add(name, response.status);
        if (operation && isSuccess(response.status))
          requestUser.capturedValues.captureResponse(operation, request.target, response);
        return { operation, response };
      } catch (error) {
        throw new Error(`${(error as Error).message}\n\n${formatRequest(request)}`, { cause: error });
      }
    }

    /** Reads back an object that an invalid request created: it must be readable too. */
    async function sendAndReadBack(plannedRequest: PlannedRequest, requestUser: RequestingUser): Promise<void> {
      const { operation, response } = await send(
        plannedRequest.write(requestUser),
        requestUser,
        plannedRequest.isSound,
      );
      if (!operation || plannedRequest.isSound || operation.method === "GET" || !isSuccess(response.status)) return;
      const readRequest = createReadRequest(declaredResponses.document, operation, response, requestUser);
      if (readRequest) await send(readRequest, requestUser, false);
    }

    it(`get only declared responses and never a 500 (${count})`, async function () {
      this.timeout(Math.max(300_000, count * 100));
      let requestUser = await createRequestUser("user");
      let lastUserSwitch = 0;
      const startMs = performance.now();
      const run = await fc.check(
        fc.asyncProperty(
          fc.array(arbitraryRequests(declaredResponses.document), {
            minLength: CONCURRENT_REQUESTS,
            maxLength: CONCURRENT_REQUESTS,
          }),
          async (batch) => {
            if (statusCounts.total >= lastUserSwitch + REQUESTS_PER_USER)
              requestUser = await createRequestUser(`user-${(lastUserSwitch = statusCounts.total)}`);
            const outcomes = await Promise.allSettled(
              batch.map((plannedRequest) => sendAndReadBack(plannedRequest, requestUser)),
            );
            const failed = outcomes.find((outcome) => outcome.status === "rejected");
            if (failed) throw failed.reason;
          },
        ),
        { seed: SEED, numRuns: Math.ceil(count / CONCURRENT_REQUESTS), endOnFailure: true },
      );
      if (run.failed) {
        const { message } = run.errorInstance as Error;
        throw new Error(`FAST_CHECK_SEED=${SEED}, after ${statusCounts.total} requests: ${message}`);
      }
      const seconds = (performance.now() - startMs) / 1000;
      const summary = `FAST_CHECK_SEED=${SEED}: ${statusCounts.total} generated requests in ${seconds.toFixed(1)} s\n${statusCounts.toString()}`;
      // In a single call, so that the table is not interleaved with output of concurrent tests.
      console.log(summary.replaceAll(/^/gm, "      "));
      expect(statusCounts.total).to.be.at.least(count);
    });

    it("mostly succeed when valid, and often for every operation", function () {
      if (statusCounts.total < MIN_REQUESTS_FOR_COVERAGE) this.skip();
      expect(validStatusCounts.countWhere(isSuccess) / validStatusCounts.total).to.be.above(2 / 3);
      const rarelySuccessful = declaredResponses.document.operations.filter(
        ({ name }) =>
          statusCounts.countFor(name, isSuccess) <
          statusCounts.total / (MIN_SUCCESS_DIVISOR * declaredResponses.document.operations.length),
      );
      expect(rarelySuccessful.map(({ name }) => name)).to.deep.equal([]);
    });

    it("reach every declared error status, except those with a known reason", function () {
      if (statusCounts.total < MIN_REQUESTS_FOR_COVERAGE) this.skip();
      const unreachedStatuses = declaredResponses.document.operations.flatMap((operation) =>
        listDeclaredStatuses(operation)
          .filter((status) => statusCounts.countFor(operation.name, (counted) => counted === status) === 0)
          .filter((status) => unreachableReason(operation, status) === undefined)
          .map((status) => `${operation.name} ${status}`),
      );
      expect(unreachedStatuses).to.deep.equal([]);
    });

    it("leave the service working, with no errors in its log", async () => {
      expect((await service.clientFor().get("/readyz")).status).to.equal(200);
      const client = await service.clientWithKey("afterwards");
      const { status, transcript_segments } = await recordConversation(client);
      expect(status).to.equal("completed");
      expect(transcript_segments).to.have.length(planningConversation.transcript_segments.length);
      expect(service.loggedProblems).to.deep.equal([]);
    });
  });
}

function isSuccess(status: ClientResponse["status"]): boolean {
  return status >= 200 && status < 300;
}
