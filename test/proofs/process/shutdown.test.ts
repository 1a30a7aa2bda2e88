import { setTimeout as sleep } from "node:timers/promises";
import { Agent, request, type ClientRequest } from "node:http";
import { expect } from "chai";
import {
  CONVERSATIONS_PATH,
  planningConversation,
  recordConversation,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import { createKey, ServerProcess } from "../../support/server-process.js";
import { queryRows } from "../../support/sqlite-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const CLIENTS = 16;
const LONG_TRANSCRIPTS = 12;
const SLOW_UPLOADS = 8;
const UPLOAD_AFTER_SIGNAL_MS = 1_000;

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly credential?: string;
  readonly body?: string;
}

/** The outcome of a request: a response, a refused connection or a connection that was cut. */
type Outcome = { readonly status: number; readonly body: unknown } | "refused" | "cut";

/** @param send writes the body, in its own time. */
function outcomeOf(
  url: string,
  { method, path, credential, body = "" }: Asked,
  agent: Agent,
  send: (asked: ClientRequest) => void = (asked) => asked.end(body),
): Promise<Outcome> {
  return new Promise((resolve) => {
    const headers = {
      ...(credential === undefined ? {} : { Authorization: `Bearer ${credential}` }),
      ...(body === "" ? {} : { "Content-Length": Buffer.byteLength(body) }),
    };
    let isTaken = false;
    const asked = request(url + path, { method, headers, agent }, (response) => {
      isTaken = true;
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (part: string) => (text += part))
        .once("end", () => resolve({ status: response.statusCode ?? NaN, body: text && (JSON.parse(text) as unknown) }))
        .once("error", () => resolve("cut"));
    });
    // A new connection that is reset was never taken; a kept one had been told that it may be used again.
    asked.once("error", () => resolve(isTaken || asked.reusedSocket ? "cut" : "refused"));
    send(asked);
  });
}

/** Sends requests over one keep-alive connection until it is refused. @returns every outcome. */
async function askUntilGone(url: string, questions: readonly Asked[]): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: Outcome[] = [];
  for (let turn = 0; outcomes.every(isAnswer); turn += 1) {
    const asked = questions[turn % questions.length];
    if (asked) outcomes.push(await outcomeOf(url, asked, agent));
  }
  agent.destroy();
  return outcomes;
}

/** So long that summarising several of them takes longer than a shutdown waits. */
const longTranscript = JSON.stringify({
  transcript_segments: Array.from({ length: 500 }, (_, turn) => ({
    text: `In sentence ${turn} the garden of Ana needs a new plan and I will send her the budget. `.repeat(30),
    start: turn * 5,
    end: turn * 5 + 4,
  })),
});

const isAnswer = (outcome: Outcome | undefined): boolean => typeof outcome === "object";

const statusesOf = (outcomes: readonly Outcome[]): (number | string)[] =>
  outcomes.map((outcome) => (typeof outcome === "object" ? outcome.status : outcome));

const idsOf = (outcomes: readonly Outcome[]): string[] =>
  outcomes.flatMap((outcome) => (typeof outcome === "object" ? [(outcome.body as ConversationReceipt).id] : []));

/** The claims on what is still to be processed, as the file has them. */
function openClaims(directory: string): { id: string; claimedUntil: string | null; attempts: number }[] {
  return queryRows(
    directory,
    `SELECT id, state ->> '$.state.lease.claimedUntil' AS claimedUntil, state ->> '$.state.lease.attempts' AS attempts
     FROM conversations WHERE state ->> '$.state.status' = 'processing'`,
  ) as { id: string; claimedUntil: string | null; attempts: number }[];
}

describe("a server during shutdown", () => {
  afterEach(() => ServerProcess.killAll());

  it("completes running requests, closes idle connections and exits", async () => {
    await withTemporaryDirectory(async (directory) => {
      const server = await ServerProcess.start(directory);
      const health: Asked = { method: "GET", path: "/healthz" };
      const clients = Array.from({ length: CLIENTS }, () => askUntilGone(server.url, [health]));
      await sleep(300);
      expect(await server.stop()).to.equal(0);
      expect((await Promise.all(clients)).flat()).not.to.include("cut");
    });
  });

  it("drops no request under load, keeps acknowledged data and releases its claims", async () => {
    await withTemporaryDirectory(async (directory) => {
      const credential = await createKey(directory);
      const server = await ServerProcess.start(directory);
      const { id } = await recordConversation(server.clientFor(credential));
      const create: Asked = {
        method: "POST",
        path: `${CONVERSATIONS_PATH}/from-segments`,
        credential,
        body: JSON.stringify(planningConversation),
      };
      const read: Asked = { method: "GET", path: `${CONVERSATIONS_PATH}/${id}?include_transcript=true`, credential };
      const readers = Array.from({ length: CLIENTS / 2 }, () => askUntilGone(server.url, [read]));
      const writers = Array.from({ length: CLIENTS / 2 }, () => askUntilGone(server.url, [create]));
      const each = new Agent({ keepAlive: false });
      const long = Array.from({ length: LONG_TRANSCRIPTS }, () =>
        outcomeOf(server.url, { ...create, body: longTranscript }, each),
      );
      const goOn = Promise.withResolvers<undefined>();
      const slow = Array.from({ length: SLOW_UPLOADS }, () =>
        outcomeOf(server.url, create, each, (asked) => {
          const half = Math.floor((create.body?.length ?? 0) / 2);
          asked.write(create.body?.slice(0, half));
          void goOn.promise.then(() => asked.end(create.body?.slice(half)));
        }),
      );
      // All the long ones are stored, so that each waits for its summary.
      await waitUntil(() => openClaims(directory).length >= LONG_TRANSCRIPTS);

      const stopping = server.stop();
      await sleep(UPLOAD_AFTER_SIGNAL_MS);
      goOn.resolve(undefined);
      expect(await stopping).to.equal(0);

      expect(statusesOf(await Promise.all(long))).to.deep.equal(Array(LONG_TRANSCRIPTS).fill(200));
      expect(statusesOf(await Promise.all(slow))).to.deep.equal(Array(SLOW_UPLOADS).fill(200));
      const kept = [...(await Promise.all(readers)), ...(await Promise.all(writers))];
      for (const outcomes of kept) {
        expect(new Set(statusesOf(outcomes.slice(0, -1)))).to.deep.equal(new Set([200]));
        expect(outcomes.at(-1)).to.equal("refused");
      }

      const left = openClaims(directory);
      expect(left.length).to.be.greaterThan(0);
      expect(left.filter(({ claimedUntil }) => claimedUntil !== null)).to.deep.equal([]);

      const next = await ServerProcess.start(directory);
      const isTakenOver = (): boolean => {
        const open = openClaims(directory);
        return open.length < left.length || open.some(({ claimedUntil }) => claimedUntil !== null);
      };
      await waitUntil(isTakenOver);
      const client = next.clientFor(credential);
      const created = [...(await Promise.all([...long, ...slow])), ...(await Promise.all(writers)).flat()];
      for (const acknowledged of idsOf(created)) {
        const { status, body } = await client.get(`${CONVERSATIONS_PATH}/${acknowledged}?include_transcript=true`);
        expect(status, acknowledged).to.equal(200);
        expect((body as WireConversation).transcript_segments, acknowledged).not.to.equal(null);
      }
    });
  });
});
