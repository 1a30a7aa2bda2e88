import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { aConversation, recorded } from "../../../src/testing/index.js";
import type { Answered, Client } from "../../support/client.js";
import { collection } from "../../support/conversations.js";
import { RawConnection } from "../../support/pipelining.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { eventually } from "../../support/waiting.js";

const MEBIBYTE = 1024 * 1024;
const LARGE = 60;
const TEXT = "word ".repeat(400_000);
const DAY = Date.parse("2026-03-02T09:00:00Z");
/** A container of 512 MiB keeps the process alive. */
const MAX_RESIDENT_BYTES = 450 * MEBIBYTE;

/** The most that the process has had resident so far. */
async function peakBytes(pid: number): Promise<number> {
  return Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
}

describe("a server that holds 60 transcripts of 2 MB", () => {
  afterEach(() => ServerProcess.killAll());

  const serving = (test: (server: ServerProcess, client: Client) => Promise<void>): Promise<void> =>
    withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const store = await openSqliteStore({ directory });
      for (let index = 0; index < LARGE; index += 1) {
        const conversation = aConversation({ id: `c${index}`, createdAt: new Date(DAY - index * 60_000) });
        await store.conversations.insertOrGet(recorded(conversation, TEXT));
      }
      await store.close();
      const server = await ServerProcess.start(directory);
      await test(server, server.as(key));
      expect(await peakBytes(server.pid)).to.be.lessThan(MAX_RESIDENT_BYTES);
      expect(await server.stop()).to.equal(0);
      expect(server.complained()).to.equal("");
    });

  const open = (url: string, count: number, request: string): Promise<RawConnection[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const connection = await RawConnection.to(url);
        connection.send(request);
        return connection;
      }),
    );
  const goesOn = async (client: Client): Promise<void> => {
    for (let count = 0; count < 10; count += 1) expect((await client.get("/healthz")).status).to.equal(200);
    expect((await client.get(collection)).status).to.equal(200);
  };
  const head = (method: string, target: string, { credential }: Client): string =>
    `${method} ${target} HTTP/1.1\r\nHost: mneme\r\nAuthorization: Bearer ${credential ?? ""}\r\n`;

  it("stays within 450 MiB while its pages are read, by one and by four at once", async function () {
    this.timeout(180_000);
    await serving(async (_server, client) => {
      const walk = async (): Promise<number> => {
        let count = 0;
        let next: string | undefined = `${collection}?limit=100&include_transcript=true`;
        while (next !== undefined) {
          const { body, headers }: Answered = await client.get(next);
          count += (body as readonly unknown[]).length;
          next = /<https?:\/\/[^/]+([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
        }
        return count;
      };
      expect(await walk()).to.equal(LARGE);
      expect(await Promise.all([walk(), walk(), walk(), walk()])).to.deep.equal([LARGE, LARGE, LARGE, LARGE]);
    });
  });

  for (const [what, requestOf] of Object.entries({
    "do not read the pages that they ask for": (client: Client) =>
      `${head("GET", `${collection}?limit=100&include_transcript=true`, client)}\r\n`,
    "do not read the conversations that they ask for": (client: Client) =>
      `${head("GET", `${collection}/c1?include_transcript=true`, client)}\r\n`,
    "stop in the middle of a body": (client: Client) =>
      `${head("POST", collection, client)}Content-Length: ${2 * MEBIBYTE}\r\n\r\n${"x".repeat(2 * MEBIBYTE - 1)}`,
    "stop in the middle of a body and have no credential": (client: Client) =>
      `${head("POST", collection, client.with("wrong"))}Content-Length: ${2 * MEBIBYTE}\r\n\r\n${"x".repeat(2 * MEBIBYTE - 1)}`,
  })) {
    it(`stays within 450 MiB and answers others while 200 clients ${what}`, async function () {
      this.timeout(180_000);
      await serving(async (server, client) => {
        for (let round = 0; round < 2; round += 1) {
          const connections = await open(server.url, 200, requestOf(client));
          // A kept connection of the client's may have timed out while the server was busy.
          await eventually(() => goesOn(client));
          for (const connection of connections) connection.hangUp();
        }
        await eventually(async () => {
          expect((await client.get(`${collection}/c1?include_transcript=true`)).status).to.equal(200);
        });
      });
    });
  }
});
