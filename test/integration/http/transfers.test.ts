import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH } from "../../support/conversation-requests.js";
import { RawConnection } from "../../support/raw-connection.js";
import { startService, type TestService } from "../../support/service.js";
import { retryUntilPassing } from "../../support/eventually.js";

const MEBIBYTE = 1024 * 1024;
/** More than one user may have in memory, and less than all may. */
const CLIENTS = 30;
const DETAIL = "Too much data is in transfer";

/** A request whose body lacks its last byte. */
const unfinished = (credential: string | undefined, body: string): string =>
  `POST ${CONVERSATIONS_PATH} HTTP/1.1\r\nHost: mneme\r\nAuthorization: Bearer ${credential ?? ""}\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`;

const large = JSON.stringify({ text: " ".repeat(2 * MEBIBYTE - 20) });

describe("stalled uploads of large bodies", () => {
  let service: TestService;
  let ada: ApiClient;
  let bob: ApiClient;
  let connections: RawConnection[];

  before(async () => {
    service = await startService();
    ada = await service.clientWithKey("ada");
    bob = await service.clientWithKey("bob");
  });
  after(() => service.close());
  beforeEach(() => (connections = []));
  afterEach(() => connections.forEach((connection) => connection.destroy()));

  const stopInTheMiddle = async (client: ApiClient, count: number): Promise<void> => {
    for (let opened = 0; opened < count; opened += 1) {
      const connection = await RawConnection.open(service.url);
      connections.push(connection);
      connection.startReading();
      connection.send(unfinished(client.credential, large));
    }
  };
  const refused = (): RawConnection[] => connections.filter(({ responseBodies: bodies }) => bodies.length > 0);

  it("get a 503 when they exceed the memory limit, while small requests and other users succeed", async () => {
    await stopInTheMiddle(ada, CLIENTS);
    await retryUntilPassing(() => expect(refused().length).to.be.greaterThan(0));
    for (const { text, responseBodies: bodies } of refused()) {
      expect(text)
        .to.match(/^HTTP\/1\.1 503 /)
        .and.to.match(/\r\nRetry-After: 1\r\n/);
      expect(bodies).to.deep.equal([JSON.stringify({ detail: DETAIL })]);
    }
    const again = await ada.send("POST", CONVERSATIONS_PATH, large);
    expect([again.status, again.body]).to.deep.equal([503, { detail: DETAIL }]);
    expect((await ada.post(CONVERSATIONS_PATH, { text: "We spoke of the garden." })).status).to.equal(200);
    expect((await ada.get(CONVERSATIONS_PATH)).status).to.equal(200);
    const other = await bob.send("POST", CONVERSATIONS_PATH, large);
    expect([other.status, other.body]).not.to.deep.equal([503, { detail: DETAIL }]);
  });

  it("release their memory when their clients disconnect", async () => {
    for (let round = 0; round < 3; round += 1) {
      await stopInTheMiddle(ada, CLIENTS);
      await retryUntilPassing(() => expect(refused().length).to.be.greaterThan(0));
      connections.forEach((connection) => connection.destroy());
      connections = [];
      await retryUntilPassing(async () => {
        expect((await ada.send("POST", CONVERSATIONS_PATH, large)).status).not.to.equal(503);
      });
    }
  });

  it("get a 503 when all users together exceed a second limit", async () => {
    for (const name of ["carla", "dora", "emil", "fay"]) await stopInTheMiddle(await service.clientWithKey(name), 20);
    await retryUntilPassing(() => expect(refused().length).to.be.greaterThan(0));
    const answered = await bob.send("POST", CONVERSATIONS_PATH, large);
    expect([answered.status, answered.body]).to.deep.equal([503, { detail: DETAIL }]);
    expect((await bob.post(CONVERSATIONS_PATH, { text: "We spoke of the garden." })).status).to.equal(200);
  });
});
