import { expect } from "chai";
import type { Client } from "../../support/client.js";
import { collection } from "../../support/conversations.js";
import { RawConnection } from "../../support/pipelining.js";
import { startService, type TestService } from "../../support/service.js";
import { eventually } from "../../support/waiting.js";

const MEBIBYTE = 1024 * 1024;
/** More than one user may have in memory, and less than all may. */
const CLIENTS = 30;
const DETAIL = "Too much data is in transfer";

/** A request whose body lacks its last byte. */
const unfinished = (credential: string | undefined, body: string): string =>
  `POST ${collection} HTTP/1.1\r\nHost: mneme\r\nAuthorization: Bearer ${credential ?? ""}\r\n` +
  `Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`;

const large = JSON.stringify({ text: " ".repeat(2 * MEBIBYTE - 20) });

describe("large bodies that clients stop sending in the middle", () => {
  let service: TestService;
  let ada: Client;
  let bob: Client;
  let connections: RawConnection[];

  before(async () => {
    service = await startService();
    ada = await service.keyed("ada");
    bob = await service.keyed("bob");
  });
  after(() => service.close());
  beforeEach(() => (connections = []));
  afterEach(() => connections.forEach((connection) => connection.hangUp()));

  const stopInTheMiddle = async (client: Client, count: number): Promise<void> => {
    for (let opened = 0; opened < count; opened += 1) {
      const connection = await RawConnection.to(service.url);
      connections.push(connection);
      connection.read();
      connection.send(unfinished(client.credential, large));
    }
  };
  const refused = (): RawConnection[] => connections.filter(({ bodies }) => bodies.length > 0);

  it("get a 503 when they exceed the memory limit, while small requests and other users succeed", async () => {
    await stopInTheMiddle(ada, CLIENTS);
    await eventually(() => expect(refused().length).to.be.greaterThan(0));
    for (const { text, bodies } of refused()) {
      expect(text)
        .to.match(/^HTTP\/1\.1 503 /)
        .and.to.match(/\r\nRetry-After: 1\r\n/);
      expect(bodies).to.deep.equal([JSON.stringify({ detail: DETAIL })]);
    }
    const again = await ada.send("POST", collection, large);
    expect([again.status, again.body]).to.deep.equal([503, { detail: DETAIL }]);
    expect((await ada.post(collection, { text: "We spoke of the garden." })).status).to.equal(200);
    expect((await ada.get(collection)).status).to.equal(200);
    const other = await bob.send("POST", collection, large);
    expect([other.status, other.body]).not.to.deep.equal([503, { detail: DETAIL }]);
  });

  it("release their memory when their clients disconnect", async () => {
    for (let round = 0; round < 3; round += 1) {
      await stopInTheMiddle(ada, CLIENTS);
      await eventually(() => expect(refused().length).to.be.greaterThan(0));
      connections.forEach((connection) => connection.hangUp());
      connections = [];
      await eventually(async () => {
        expect((await ada.send("POST", collection, large)).status).not.to.equal(503);
      });
    }
  });

  it("get a 503 when all users together exceed a second limit", async () => {
    for (const name of ["carla", "dora", "emil", "fay"]) await stopInTheMiddle(await service.keyed(name), 20);
    await eventually(() => expect(refused().length).to.be.greaterThan(0));
    const answered = await bob.send("POST", collection, large);
    expect([answered.status, answered.body]).to.deep.equal([503, { detail: DETAIL }]);
    expect((await bob.post(collection, { text: "We spoke of the garden." })).status).to.equal(200);
  });
});
