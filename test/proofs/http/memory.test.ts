import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { aConversation, withTranscript } from "../../../src/testing/index.js";
import type { ClientResponse, ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH } from "../../support/conversation-requests.js";
import { RawConnection } from "../../support/raw-connection.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { retryUntilPassing } from "../../support/eventually.js";

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

  const serving = (test: (server: ServerProcess, client: ApiClient) => Promise<void>): Promise<void> =>
    withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const store = await openSqliteStore({ directory });
      for (let index = 0; index < LARGE; index += 1) {
        const conversation = aConversation({ id: `c${index}`, createdAt: new Date(DAY - index * 60_000) });
        await store.conversations.insertOrGet(withTranscript(conversation, TEXT));
      }
      await store.close();
      const server = await ServerProcess.start(directory);
      await test(server, server.clientFor(key));
      expect(await peakBytes(server.pid)).to.be.lessThan(MAX_RESIDENT_BYTES);
      expect(await server.stop()).to.equal(0);
      expect(server.readErrors()).to.equal("");
    });

  const open = (url: string, count: number, request: string): Promise<RawConnection[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const connection = await RawConnection.open(url);
        connection.send(request);
        return connection;
      }),
    );
  const goesOn = async (client: ApiClient): Promise<void> => {
    for (let count = 0; count < 10; count += 1) expect((await client.get("/healthz")).status).to.equal(200);
    expect((await client.get(CONVERSATIONS_PATH)).status).to.equal(200);
  };
  const head = (method: string, target: string, { credential }: ApiClient): string =>
    `${method} ${target} HTTP/1.1\r\nHost: mneme\r\nAuthorization: Bearer ${credential ?? ""}\r\n`;

  it("stays within 450 MiB while one and then four clients read all pages", async function () {
    this.timeout(180_000);
    await serving(async (_server, client) => {
      const walk = async (): Promise<number> => {
        let count = 0;
        let next: string | undefined = `${CONVERSATIONS_PATH}?limit=100&include_transcript=true`;
        while (next !== undefined) {
          const { body, headers }: ClientResponse = await client.get(next);
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
    "do not read the pages that they ask for": (client: ApiClient) =>
      `${head("GET", `${CONVERSATIONS_PATH}?limit=100&include_transcript=true`, client)}\r\n`,
    "do not read the conversations that they ask for": (client: ApiClient) =>
      `${head("GET", `${CONVERSATIONS_PATH}/c1?include_transcript=true`, client)}\r\n`,
    "stop in the middle of a body": (client: ApiClient) =>
      `${head("POST", CONVERSATIONS_PATH, client)}Content-Length: ${2 * MEBIBYTE}\r\n\r\n${"x".repeat(2 * MEBIBYTE - 1)}`,
    "stop in the middle of a body and have no credential": (client: ApiClient) =>
      `${head("POST", CONVERSATIONS_PATH, client.withCredential("wrong"))}Content-Length: ${2 * MEBIBYTE}\r\n\r\n${"x".repeat(2 * MEBIBYTE - 1)}`,
  })) {
    it(`stays within 450 MiB and serves other clients while 200 clients ${what}`, async function () {
      this.timeout(180_000);
      await serving(async (server, client) => {
        for (let round = 0; round < 2; round += 1) {
          const connections = await open(server.url, 200, requestOf(client));
          // A kept connection of the client's may have timed out while the server was busy.
          await retryUntilPassing(() => goesOn(client));
          for (const connection of connections) connection.destroy();
        }
        await retryUntilPassing(async () => {
          expect((await client.get(`${CONVERSATIONS_PATH}/c1?include_transcript=true`)).status).to.equal(200);
        });
      });
    });
  }
});
