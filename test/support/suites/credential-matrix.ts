import { expect } from "chai";
import { MasterSecret, SystemClock } from "../../../src/adapters/system/index.js";
import { cellsOf, knownAt, nameOf } from "../matrix-cells.js";
import { RouteMatrix } from "../route-matrix.js";
import { routeTable } from "../route-table.js";
import { startServiceOn, type UseBackend } from "../service-stores.js";
import type { TestService } from "../service.js";

const table = routeTable();
const secret = "a secret that the tests share with the service";
const issuer = {
  issuer: "mneme",
  audience: "mneme",
  seed: new MasterSecret(secret).derive("local-issuer"),
  clock: new SystemClock(),
};

/** Every credential on every route, within its limits and beyond. */
export function credentialMatrix(useBackend: UseBackend): void {
  describe("every credential on every route", () => {
    const backend = useBackend();
    let service: TestService;
    let matrix: RouteMatrix;

    before(async () => {
      service = await startServiceOn(backend, {
        MNEME_SECRET: secret,
        MNEME_RATE_LIMIT_PER_MINUTE: "1000000",
        MNEME_RATE_LIMIT_PER_DAY: "1000000",
        MNEME_NOTIFICATIONS_PER_HOUR: "1000000",
      });
      matrix = await RouteMatrix.at(service.url, table, issuer);
    });
    after(() => service.close());

    it("is tried on all that is served", () => {
      expect(matrix.served).to.have.members(table.map(nameOf));
      expect(table).to.have.length.of.at.least(15);
    });

    for (const route of table) {
      for (const [status, cells] of Map.groupBy(cellsOf(route), ({ expected }) => expected.status)) {
        it(`${nameOf(route)} answers ${status} to ${cells.length} of them`, async () => {
          expect(await matrix.faultsAt(cells)).to.deep.equal([]);
        });
      }
    }

    for (const route of table.filter(({ body }) => body)) {
      it(`${nameOf(route)} counts a call whose body does not fit, and says so`, async () => {
        expect(await matrix.faultsWithoutBody(route)).to.deep.equal([]);
      });
    }
  });

  describe("every credential beyond its limit", () => {
    const backend = useBackend();
    let service: TestService;
    let matrix: RouteMatrix;

    before(async () => {
      service = await startServiceOn(backend, { MNEME_SECRET: secret, MNEME_RATE_LIMIT_PER_MINUTE: "1" });
      matrix = await RouteMatrix.at(service.url, table, issuer);
    });
    after(() => service.close());

    for (const route of table.filter(({ credential }) => credential !== "none" && credential !== "app")) {
      const callers = knownAt(route);
      it(`${nameOf(route)} answers 429 to ${callers.length} of them`, async () => {
        expect(callers).not.to.have.length(0);
        for (const caller of callers) expect(await matrix.faultsBeyondLimit(route, caller)).to.deep.equal([]);
      });
    }
  });
}
