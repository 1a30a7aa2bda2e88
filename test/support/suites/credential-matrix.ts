import { expect } from "chai";
import { MasterSecret, SystemClock } from "../../../src/adapters/system/index.js";
import { closeAfterTests } from "../close-after-tests.js";
import { createMatrixCells, createAuthenticatedCallers, routeName } from "../authorization-matrix.js";
import { RouteMatrix } from "../route-matrix.js";
import { createRouteTable } from "../route-table.js";
import { startServiceOn, type UseBackend } from "../service-stores.js";
import type { TestService } from "../service.js";

const allRoutes = createRouteTable();
const SECRET = "a secret that the tests share with the service";
const issuerOptions = {
  issuer: "mneme",
  audience: "mneme",
  seed: new MasterSecret(SECRET).deriveKey("local-issuer"),
  clock: new SystemClock(),
};

/** Tests every kind of credential on every route, within and beyond the rate limits. */
export function credentialMatrixSuite(useBackend: UseBackend): void {
  describe("the credential matrix", () => {
    const backend = useBackend();
    const closeAfter = closeAfterTests();
    let service: TestService;
    let matrix: RouteMatrix;

    before(async () => {
      service = closeAfter(
        await startServiceOn(backend, {
          MNEME_SECRET: SECRET,
          MNEME_RATE_LIMIT_PER_MINUTE: "1000000",
          MNEME_RATE_LIMIT_PER_DAY: "1000000",
          MNEME_NOTIFICATIONS_PER_HOUR: "1000000",
        }),
      );
      matrix = await RouteMatrix.open(service.url, allRoutes, issuerOptions);
    });

    it("covers every served route", () => {
      expect(matrix.servedRoutes).to.have.members(allRoutes.map(routeName));
      expect(allRoutes).to.have.length.of.at.least(15);
    });

    for (const route of allRoutes) {
      for (const [status, cells] of Map.groupBy(createMatrixCells(route), ({ expected }) => expected.status)) {
        it(`${routeName(route)} returns ${status} to ${cells.length} callers`, async () => {
          expect(await matrix.findFaults(cells)).to.deep.equal([]);
        });
      }
    }

    for (const route of allRoutes.filter(({ body }) => body)) {
      it(`${routeName(route)} counts a request with an invalid body against the rate limit`, async () => {
        expect(await matrix.findMissingBodyFaults(route)).to.deep.equal([]);
      });
    }
  });

  describe("the credential matrix beyond the rate limit", () => {
    const backend = useBackend();
    const closeAfter = closeAfterTests();
    let service: TestService;
    let matrix: RouteMatrix;

    before(async () => {
      service = closeAfter(await startServiceOn(backend, { MNEME_SECRET: SECRET, MNEME_RATE_LIMIT_PER_MINUTE: "1" }));
      matrix = await RouteMatrix.open(service.url, allRoutes, issuerOptions);
    });

    for (const route of allRoutes.filter(({ credential }) => credential !== "none" && credential !== "app")) {
      const callers = createAuthenticatedCallers(route);
      it(`${routeName(route)} returns 429 to ${callers.length} callers`, async () => {
        expect(callers).not.to.have.length(0);
        for (const caller of callers) expect(await matrix.findFaultsBeyondLimit(route, caller)).to.deep.equal([]);
      });
    }
  });
}
