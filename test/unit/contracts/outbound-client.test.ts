import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import {
  FixedClock,
  outboundClientContract,
  type Open,
  type OutboundTestNetwork,
  type ReceivedRequest,
} from "../../../src/testing/index.js";
import { anInMemoryOutboundClient, anOutboundClient, PEER_ADDRESS } from "../../support/outbound-client.js";

const openInMemory: Open<OutboundTestNetwork> = () => {
  const clock = new FixedClock();
  const client = anInMemoryOutboundClient(clock);
  let peers = 0;
  return Promise.resolve({
    subject: {
      client,
      peer: (answer) => {
        peers += 1;
        const origin = `https://peer-${peers}.example`;
        client.registerServer(origin, answer);
        return Promise.resolve(`${origin}/hook`);
      },
      received: () =>
        client.receivedRequests.map(({ headers, body }) => ({ headers, body: typeof body === "string" ? body : "" })),
    },
    close: () => Promise.resolve(),
    advance: (milliseconds) => clock.advance(milliseconds),
  });
};

const openOverHttp: Open<OutboundTestNetwork> = () => {
  const clock = new FixedClock();
  const servers: Server[] = [];
  const received: ReceivedRequest[] = [];
  const client = anOutboundClient({
    clock,
    allowed: [PEER_ADDRESS],
    resolve: (name) =>
      Promise.resolve(name.endsWith(".example") ? [PEER_ADDRESS] : name === "localhost" ? ["127.0.0.1", "::1"] : []),
  });
  return Promise.resolve({
    subject: {
      client,
      peer: async (answer) => {
        const server = createServer((request, response) => {
          const chunks: Buffer[] = [];
          request.on("data", (chunk: Buffer) => chunks.push(chunk));
          request.on("end", () => {
            received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
            const { status, body } = answer();
            response.writeHead(status, { location: "/elsewhere" }).end(body);
          });
        });
        servers.push(server);
        await new Promise<void>((resolve) => server.listen(0, PEER_ADDRESS, resolve));
        return `http://peer-${servers.length}.example:${(server.address() as AddressInfo).port}/hook`;
      },
      received: () => received,
    },
    close: async () => {
      client.close();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
    advance: (milliseconds) => clock.advance(milliseconds),
  });
};

describe("The in-memory outbound client", () => outboundClientContract({ describe, it }, openInMemory));
describe("The HTTP outbound client", () => outboundClientContract({ describe, it }, openOverHttp));
