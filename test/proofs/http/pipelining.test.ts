import { readFile } from "node:fs/promises";
import autocannon from "autocannon";
import { expect } from "chai";
import { CONVERSATIONS_PATH, recordConversation } from "../../support/conversation-requests.js";
import { RawConnection, requestText } from "../../support/raw-connection.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { retryUntilPassing } from "../../support/eventually.js";

const CONNECTIONS = 10;
const ROUNDS = 3;
const MEBIBYTE = 1024 * 1024;
/** Each attack sends several times this much. */
const MAX_GROWTH_BYTES = 128 * MEBIBYTE;

/** Requests of about 10 MB a connection in all. */
const floods: Readonly<Record<string, { readonly request: string; readonly count: number }>> = {
  "without a body": { request: requestText("/healthz"), count: 200_000 },
  "of 60,000 bytes of headers": {
    request: requestText("/healthz", { headers: { "X-Padding": "x".repeat(60_000) } }),
    count: 160,
  },
  "with a body": {
    request: requestText(CONVERSATIONS_PATH, { method: "POST", body: "x".repeat(1_000) }),
    count: 10_000,
  },
  "with a body that is announced by Expect": {
    request: requestText(CONVERSATIONS_PATH, {
      method: "POST",
      headers: { Expect: "100-continue" },
      body: "x".repeat(100),
    }),
    count: 50_000,
  },
};

const endings: Readonly<Record<string, (connection: RawConnection) => void>> = {
  "hang up": (connection) => connection.destroy(),
  "reset their connections": (connection) => connection.reset(),
  "half-close the connection": (connection) => connection.halfClose(),
};

async function residentBytes(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

describe("a server whose clients pipeline requests without reading the responses", () => {
  let server: ServerProcess;
  let key: string;
  let end: () => void;

  before(async () => {
    const started = new Promise<void>((resolve, reject) => {
      withTemporaryDirectory(async (directory) => {
        key = await createKey(directory);
        server = await ServerProcess.start(directory);
        // What every server comes to hold: its language model, compiled code, buffers.
        await recordConversation(server.clientFor(key));
        for (let reading = 0; reading < 200; reading += 1) await server.clientFor(key).get(CONVERSATIONS_PATH);
        const ended = new Promise<void>((finish) => (end = finish));
        resolve();
        await ended;
        await server.stop();
      }).catch(reject);
    });
    await started;
  });
  after(async () => {
    end();
    await ServerProcess.killAll();
  });

  for (const [name, { request, count }] of Object.entries(floods)) {
    for (const [ending, goAway] of Object.entries(endings)) {
      it(`serves others with bounded memory: requests ${name}, from clients that then ${ending}`, async () => {
        const before = await residentBytes(server.pid);
        const client = server.clientFor(key);
        const read = async (): Promise<void> => {
          expect((await client.get(CONVERSATIONS_PATH)).status).to.equal(200);
        };
        for (let round = 0; round < ROUNDS; round += 1) {
          const connections = await Promise.all(
            Array.from({ length: CONNECTIONS }, () => RawConnection.open(server.url)),
          );
          for (const connection of connections) connection.send(request.repeat(count));
          for (let reading = 0; reading < 20; reading += 1) await read();
          expect((await residentBytes(server.pid)) - before).to.be.lessThan(MAX_GROWTH_BYTES);
          connections.forEach(goAway);
          for (let reading = 0; reading < 20; reading += 1) await read();
          for (const connection of connections) connection.destroy();
        }
        await retryUntilPassing(async () => {
          expect((await residentBytes(server.pid)) - before).to.be.lessThan(MAX_GROWTH_BYTES);
        });
      });
    }
  }

  it("answers all requests of clients that pipeline 100 requests and read the responses", async () => {
    const result = await autocannon({ url: `${server.url}/healthz`, connections: 8, pipelining: 100, duration: 5 });
    expect(result).to.include({ errors: 0, timeouts: 0, resets: 0, non2xx: 0 });
    expect(result.requests.total).to.be.greaterThan(8 * 100);
  });
});
