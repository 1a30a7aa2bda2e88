import { Agent } from "node:http";
import { expect } from "chai";
import fc from "fast-check";
import { scopes } from "../../../src/domain/api-key.js";
import type { Answered } from "../client.js";
import { planning, recorded } from "../conversations.js";
import { delivered } from "../deliveries.js";
import { DeclaredAnswers } from "../declared-answers.js";
import { readingBack, requestsOf, scopesOf, type Asker, type Planned } from "../generated-requests.js";
import { appOf } from "../notifications.js";
import type { Operation } from "../openapi-document.js";
import { SeenValues } from "../seen-values.js";
import { startServiceOn, type UseBackend } from "../service-stores.js";
import type { TestService } from "../service.js";
import { declaredBy, Tally } from "../tally.js";
import { exchange, shown, type WireRequest } from "../wire.js";

/** So many reach everything that can be reached. */
const ENOUGH_REQUESTS = 32_000;
/** What was generated from a seed is generated from it again; the ids in it are of the service that is asked. */
const SEED = Number(process.env["FAST_CHECK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const AT_ONCE = 32;
/** Each operation succeeds in so small a part of its share of the requests at least: some are seldom asked well. */
const SHARE = 40;
/** After so many a new user comes: so lists stay short enough for many requests. */
const REQUESTS_A_USER = 1_500;

/** Why none of the requests need reach a status that is declared; undefined when they must. */
function whyUnreached(operation: Operation, status: number): string | undefined {
  if (operation.security?.some((scheme) => "appSecret" in scheme) && unreachedByApps.has(status)) {
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

const unreachedByApps: ReadonlySet<number> = new Set([400, 403, 413, 415]);

function readsFields({ parameters = [], requestBody }: Operation): boolean {
  return requestBody !== undefined || parameters.some((parameter) => parameter.in === "query");
}

interface Sent {
  readonly operation: Operation | undefined;
  readonly answered: Answered;
}

/** Sends so many requests that fit the OpenAPI document, or just do not. */
export function generatedRequests(useBackend: UseBackend, count: number): void {
  describe("requests that are generated from the OpenAPI document", () => {
    const backend = useBackend();
    let service: TestService;
    let declared: DeclaredAnswers;
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
    const all = new Tally();
    const sound = new Tally();

    before(async () => {
      service = await startServiceOn(backend);
      declared = DeclaredAnswers.of(service.document);
    });
    after(async () => {
      agent.destroy();
      await service.close();
    });

    /** A new user, with keys that the requests do not find: they must not be revoked. */
    async function newAsker(userId: string): Promise<Asker> {
      const needed = scopesOf(declared.document);
      const able = await service.keyed(userId, scopes);
      const narrow: Record<string, string> = {};
      for (const scope of scopes.filter((each) => needed.includes(each))) {
        narrow[scope] = (await service.keyed(userId, [scope])).credential ?? "";
      }
      const owner = await service.identified(userId);
      const keys = (await owner.get("/v1/dev/keys")).body as { readonly id: string }[];
      const app = await appOf(await service.identified("who owns apps"), owner);
      const seen = new SeenValues(declared.document, new Set([app.id, ...keys.map(({ id }) => id)]));
      seen.learnBeside({ collection: "/v1/dev/apps/deliveries", id: await delivered(owner), values: {} });
      seen.learnBeside({ collection: "/v2/integrations", id: app.id, values: { uid: userId } });
      return {
        credentials: {
          appSecret: app.secret,
          developerKey: able.credential ?? "",
          identityToken: owner.credential ?? "",
        },
        narrow,
        seen,
      };
    }

    /** @throws Error that shows the request, when its answer may not be given. */
    async function send(request: WireRequest, asker: Asker, isSound: boolean): Promise<Sent> {
      try {
        const answered = await exchange(service.url, request, agent);
        declared.check(request.method, request.target, answered);
        expect(answered.status, JSON.stringify(answered.body)).to.be.below(500);
        const operation = declared.document.placeOf(request.method, request.target)?.operation;
        const name = operation?.name ?? "what the document does not have";
        all.add(name, answered.status);
        if (isSound) sound.add(name, answered.status);
        if (operation && isSuccess(answered.status)) asker.seen.learn(operation, request.target, answered);
        return { operation, answered };
      } catch (error) {
        throw new Error(`${(error as Error).message}\n\n${shown(request)}`, { cause: error });
      }
    }

    /** What was taken although it was odd must be readable too. */
    async function ask(planned: Planned, asker: Asker): Promise<void> {
      const { operation, answered } = await send(planned.write(asker), asker, planned.isSound);
      if (!operation || planned.isSound || operation.method === "GET" || !isSuccess(answered.status)) return;
      const reading = readingBack(declared.document, operation, answered, asker);
      if (reading) await send(reading, asker, false);
    }

    it(`are all answered as declared (${count}), and never with a 500`, async function () {
      this.timeout(Math.max(300_000, count * 100));
      let asker = await newAsker("user");
      let asked = 0;
      const begun = performance.now();
      const run = await fc.check(
        fc.asyncProperty(
          fc.array(requestsOf(declared.document), { minLength: AT_ONCE, maxLength: AT_ONCE }),
          async (together) => {
            if (all.total >= asked + REQUESTS_A_USER) asker = await newAsker(`user-${(asked = all.total)}`);
            const outcomes = await Promise.allSettled(together.map((planned) => ask(planned, asker)));
            const failed = outcomes.find((outcome) => outcome.status === "rejected");
            if (failed) throw failed.reason;
          },
        ),
        { seed: SEED, numRuns: Math.ceil(count / AT_ONCE), endOnFailure: true },
      );
      if (run.failed) {
        const { message } = run.errorInstance as Error;
        throw new Error(`FAST_CHECK_SEED=${SEED}, after ${all.total} requests: ${message}`);
      }
      const seconds = (performance.now() - begun) / 1000;
      const told = `FAST_CHECK_SEED=${SEED}: ${all.total} generated requests in ${seconds.toFixed(1)} s\n${all.toString()}`;
      // At once, so that it stays together among what is told of other tests at the same time.
      console.log(told.replaceAll(/^/gm, "      "));
      expect(all.total).to.be.at.least(count);
    });

    it("succeed, mostly, when they fit the declaration, and with every operation many times", function () {
      if (all.total < ENOUGH_REQUESTS) this.skip();
      expect(sound.totalWhere(isSuccess) / sound.total).to.be.above(2 / 3);
      const seldom = declared.document.operations.filter(
        ({ name }) => all.of(name, isSuccess) < all.total / (SHARE * declared.document.operations.length),
      );
      expect(seldom.map(({ name }) => name)).to.deep.equal([]);
    });

    it("reach every declared refusal, except those with a known reason", function () {
      if (all.total < ENOUGH_REQUESTS) this.skip();
      const unreached = declared.document.operations.flatMap((operation) =>
        declaredBy(operation)
          .filter((status) => all.of(operation.name, (each) => each === status) === 0)
          .filter((status) => whyUnreached(operation, status) === undefined)
          .map((status) => `${operation.name} ${status}`),
      );
      expect(unreached).to.deep.equal([]);
    });

    it("leave the service working, with no errors in its log", async () => {
      expect((await service.as().get("/readyz")).status).to.equal(200);
      const client = await service.keyed("afterwards");
      const { status, transcript_segments } = await recorded(client);
      expect(status).to.equal("completed");
      expect(transcript_segments).to.have.length(planning.transcript_segments.length);
      expect(service.complaints).to.deep.equal([]);
    });
  });
}

function isSuccess(status: Answered["status"]): boolean {
  return status >= 200 && status < 300;
}
