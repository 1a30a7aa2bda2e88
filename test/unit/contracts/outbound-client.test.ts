import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { InMemoryOutboundClient } from "../../../src/adapters/in-memory/index.js";
import {
  FixedClock,
  outboundClientContract,
  type Open,
  type OutboundWorld,
  type Received,
} from "../../../src/testing/index.js";
import { anOutboundClient, NEIGHBOUR } from "../../support/outbound.js";

const openInMemory: Open<OutboundWorld> = () => {
  const clock = new FixedClock();
  const client = new InMemoryOutboundClient(clock);
  let peers = 0;
  return Promise.resolve({
    subject: {
      client,
      peer: (answer) => {
        peers += 1;
        const origin = `https://peer-${peers}.example`;
        client.put(origin, answer);
        return Promise.resolve(`${origin}/hook`);
      },
      received: () =>
        client.received.map(({ headers, body }) => ({ headers, body: typeof body === "string" ? body : "" })),
    },
    close: () => Promise.resolve(),
    advance: (milliseconds) => clock.advance(milliseconds),
  });
};

const openOverHttp: Open<OutboundWorld> = () => {
  const clock = new FixedClock();
  const servers: Server[] = [];
  const received: Received[] = [];
  const client = anOutboundClient({
    clock,
    allowed: [NEIGHBOUR],
    resolve: (name) =>
      Promise.resolve(name.endsWith(".example") ? [NEIGHBOUR] : name === "localhost" ? ["127.0.0.1", "::1"] : []),
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
        await new Promise<void>((resolve) => server.listen(0, NEIGHBOUR, resolve));
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

describe("in memory", () => outboundClientContract({ describe, it }, openInMemory));
describe("over HTTP", () => outboundClientContract({ describe, it }, openOverHttp));
