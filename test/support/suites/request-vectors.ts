import { expect } from "chai";
import type { ApiClient } from "../api-client.js";
import { CONVERSATIONS_PATH, recordConversation, singleSegmentBody } from "../conversation-requests.js";
import { closeAfterTests } from "../close-after-tests.js";
import { startServiceOn, type UseBackend } from "../service-stores.js";
import type { TestService } from "../service.js";
import { declareVectorTests, readRequestVectors } from "../request-vectors.js";

const PLACE_ID_FIELDS = { neutral: "map_place_id", omi: "google_place_id" };
const DEVICE_NAMES = { neutral: "vendor_device_02", omi: "omi" };

/** Tests the request vectors and the names of both wire formats. */
export function requestVectorSuite(useBackend: UseBackend): void {
  for (const names of ["neutral", "omi"] as const) {
    describe(`the service with ${names} names`, () => {
      const backend = useBackend();
      const closeAfter = closeAfterTests();
      let service: TestService;
      let client: ApiClient;

      before(async () => {
        service = closeAfter(await startServiceOn(backend, { MNEME_WIRE_NAMES: names }));
        client = await service.clientWithToken("vectors");
      });

      declareVectorTests(readRequestVectors(), async ({ method, path, body }) =>
        client.send(method, path, body ?? undefined),
      );

      it("reads and writes its own names of places and devices", async () => {
        const geolocation = { latitude: 38.7, longitude: -9.1, [PLACE_ID_FIELDS[names]]: "place-1" };
        const conversation = await recordConversation(
          client,
          singleSegmentBody("We walked along the river.", { source: DEVICE_NAMES[names], geolocation }),
        );
        expect(conversation).to.deep.include({
          source: DEVICE_NAMES[names],
          geolocation: {
            latitude: 38.7,
            longitude: -9.1,
            address: null,
            [PLACE_ID_FIELDS[names]]: "place-1",
            location_type: null,
          },
        });
      });

      it("rejects the names of the other set", async () => {
        const foreignSource = names === "omi" ? DEVICE_NAMES.neutral : DEVICE_NAMES.omi;
        const response = await client.post(
          `${CONVERSATIONS_PATH}/from-segments`,
          singleSegmentBody("Hello there.", { source: foreignSource }),
        );
        expect(response.status).to.equal(422);
      });

      it("creates API keys with its own prefix", async () => {
        const { body } = await client.post("/v1/dev/keys", { name: "prefix" });
        expect((body as { key: string }).key).to.match(names === "omi" ? /^omi_dev_/ : /^mneme_dev_/);
      });
    });
  }
}
