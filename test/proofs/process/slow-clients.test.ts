import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import { CONVERSATIONS_PATH, planningConversation, recordConversation } from "../../support/conversation-requests.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { SlowClients, type SlowOutcome, type SlowPart } from "../../support/slow-clients.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const CLIENTS = 500;
/** Who do not read, and how much each asks for. */
const DEAF = 20;
const ASKED_AT_ONCE = 30;
/** Conversations that make an answer too large to be on its way as a whole. */
const PAGE = 50;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const CALLERS = 2;
/** How long a client may take to send a request, in milliseconds. */
const limits: Readonly<Record<SlowPart, number>> = { headers: 10_000, body: 30_000 };
/** Timeouts are looked for once a second, and who does not go is waited for another. */
const ROOM_MS = 60_000;
const MEGABYTE = 1024;
const MOST_GROWTH = 64 * MEGABYTE;

/** Reads, lists and creates, a few callers at once. @returns the p99 of the answers' times, in milliseconds. */
async function p99OfTraffic(client: ApiClient, id: string): Promise<number> {
  const times: number[] = [];
  const ask = [
    () => client.get(`${CONVERSATIONS_PATH}/${id}`),
    () => client.get(`${CONVERSATIONS_PATH}?limit=25`),
    () => client.get(`${CONVERSATIONS_PATH}/${id}?include_transcript=true`),
    () => client.post(`${CONVERSATIONS_PATH}/from-segments`, planningConversation, { Prefer: "respond-async" }),
  ];
  const end = performance.now() + ROUND_MS;
  const caller = async (first: number): Promise<void> => {
    for (let turn = first; performance.now() < end; turn += 1) {
      const begun = performance.now();
      const answer = await ask[turn % ask.length]?.();
      times.push(performance.now() - begun);
      expect(answer?.status).to.equal(200);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(index)));
  return quantile(times, 0.99);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;
}

const long = {
  transcript_segments: Array.from({ length: 100 }, (_, index) => ({
    text: `We talked about the garden, the launch and the printer for quite a while, and that was part ${index}.`,
    start: index,
    end: index + 1,
  })),
};

/** In kilobytes. */
async function residentMemory(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]);
}

const descriptors = async (pid: number): Promise<number> => (await readdir(`/proc/${pid}/fd`)).length;

function expectTimedOut({ part, answer, answeredAfterMs, closedAfterMs }: SlowOutcome): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).to.match(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(head).to.match(/\r\nX-Request-Id: \S+/);
  expect(head).to.match(/\r\nContent-Type: application\/json/);
  expect(JSON.parse(body)).to.deep.equal({ detail: "Request Timeout" });
  expect(answeredAfterMs).to.be.within(limits[part] - 500, limits[part] + ROOM_MS);
  expect(closedAfterMs).to.be.within(limits[part] - 500, limits[part] + ROOM_MS);
}

/** Asks for a large page so many times, and reads nothing of what comes. */
async function askWithoutReading(url: string, key: string, times: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) }).pause();
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const lines = [
    `GET ${CONVERSATIONS_PATH}?limit=200&include_transcript=true HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${key}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`.repeat(times));
  return socket;
}

describe("slow clients", () => {
  afterEach(() => ServerProcess.killAll());

  it("time out without slowing others: 500 that send a byte a second, 20 that do not read", async () => {
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const server = await ServerProcess.start(directory);
      const client = server.clientFor(key);
      const { id } = await recordConversation(client);
      for (let count = 0; count < PAGE; count += 1) await recordConversation(client, long);
      const slow = SlowClients.start(server.url, key, `${CONVERSATIONS_PATH}/from-segments`);
      const deaf: Socket[] = [];
      try {
        await p99OfTraffic(client, id);
        const open = await descriptors(server.pid);
        const before = await residentMemory(server.pid);
        // They stand still longest: so first, and for as long as all others take.
        while (deaf.length < DEAF) deaf.push(await askWithoutReading(server.url, key, ASKED_AT_ONCE));

        const ratios: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const alone = await p99OfTraffic(client, id);
          await slow.connect(CLIENTS);
          ratios.push((await p99OfTraffic(client, id)) / alone);
          await waitUntil(async () => (await descriptors(server.pid)) >= CLIENTS + DEAF);
          await slow.disconnect();
        }
        expect(quantile(ratios, 0.5), `p99 beside them, as shares of it alone: ${ratios.join(", ")}`).to.be.lessThan(3);

        const memory = await residentMemory(server.pid);
        expect(memory - before).to.be.lessThan(3 * MOST_GROWTH);
        await slow.connect(CLIENTS);
        const outcomes = await slow.waitForOutcomes();
        expect(outcomes).to.have.length(CLIENTS);
        outcomes.forEach(expectTimedOut);
        expect((await residentMemory(server.pid)) - memory).to.be.lessThan(MOST_GROWTH);

        await waitUntil(async () => (await descriptors(server.pid)) <= open);
        await p99OfTraffic(client, id);
        expect(await server.stop()).to.equal(0);
        expect(server.readErrors()).to.equal("");
      } finally {
        for (const socket of deaf) socket.destroy();
        await slow.stop();
      }
    });
  });

  it("cause no error output when they disconnect without reading", async () => {
    await withTemporaryDirectory(async (directory) => {
      const key = await createKey(directory);
      const server = await ServerProcess.start(directory);
      const client = server.clientFor(key);
      for (let count = 0; count < PAGE; count += 1) await recordConversation(client, long);
      const open = await descriptors(server.pid);
      const gone = await askWithoutReading(server.url, key, 1);
      await waitUntil(async () => (await descriptors(server.pid)) > open);
      gone.resetAndDestroy();
      await waitUntil(async () => (await descriptors(server.pid)) <= open);
      expect(await server.stop()).to.equal(0);
      expect(server.readErrors()).to.equal("");
    });
  });
});
