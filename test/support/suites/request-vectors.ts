import { expect } from "chai";
import type { Client } from "../client.js";
import { collection, recorded, saying } from "../conversations.js";
import { startServiceOn, type UseBackend } from "../service-stores.js";
import type { TestService } from "../service.js";
import { itAnswers, requestVectors } from "../vectors.js";

const placeIds = { neutral: "map_place_id", omi: "google_place_id" };
const devices = { neutral: "vendor_device_02", omi: "omi" };

/** The request vectors, and the names of both wire formats. */
export function requestVectorsOverHttp(useBackend: UseBackend): void {
  for (const names of ["neutral", "omi"] as const) {
    describe(`the service under ${names} names`, () => {
      const backend = useBackend();
      let service: TestService;
      let client: Client;

      before(async () => {
        service = await startServiceOn(backend, { MNEME_WIRE_NAMES: names });
        client = await service.identified("vectors");
      });
      after(() => service.close());

      itAnswers(requestVectors(), async ({ method, path, body }) => client.send(method, path, body ?? undefined));

      it("reads and answers its own names of places and devices", async () => {
        const geolocation = { latitude: 38.7, longitude: -9.1, [placeIds[names]]: "place-1" };
        const got = await recorded(
          client,
          saying("We walked along the river.", { source: devices[names], geolocation }),
        );
        expect(got).to.deep.include({
          source: devices[names],
          geolocation: {
            latitude: 38.7,
            longitude: -9.1,
            address: null,
            [placeIds[names]]: "place-1",
            location_type: null,
          },
        });
      });

      it("refuses the other table's names", async () => {
        const other = names === "omi" ? devices.neutral : devices.omi;
        const answered = await client.post(`${collection}/from-segments`, saying("Hello there.", { source: other }));
        expect(answered.status).to.equal(422);
      });

      it("makes keys with its own prefix", async () => {
        const { body } = await client.post("/v1/dev/keys", { name: "prefix" });
        expect((body as { key: string }).key).to.match(names === "omi" ? /^omi_dev_/ : /^mneme_dev_/);
      });
    });
  }
}
