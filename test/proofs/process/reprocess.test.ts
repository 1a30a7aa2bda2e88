import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import type { ApiClient } from "../../support/api-client.js";
import {
  CONVERSATIONS_PATH,
  type ConversationReceipt,
  type WireConversation,
} from "../../support/conversation-requests.js";
import {
  aModelAnswer,
  replyWithError,
  FakeModelEndpoint,
  replyWithJson,
  neverReply,
  delayReply,
  type ReplyHandler,
} from "../../support/fake-model-endpoint.js";
import { runCommandWith, createKey, ServerProcess } from "../../support/server-process.js";
import { queryRows } from "../../support/sqlite-file.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const CONVERSATIONS = 40;
/** How many are processed at once at most; what a run was at when it was ended may be asked for once more. */
const AT_ONCE = 4;
const memories = "/v1/dev/user/memories";

interface Outcome {
  readonly total: number;
  readonly seen: number;
  readonly made_by: Readonly<Record<string, number>>;
  readonly passed_over: number;
  readonly failed: number;
}

/** A person's memory for what was said: one fact a conversation, of its own. */
const answering = (milliseconds: number): ReplyHandler =>
  delayReply(
    milliseconds,
    replyWithJson(({ messages }) => {
      const number = /number (\d+)/.exec(
        messages[1]?.content.split("\n").findLast((line) => line.startsWith("[0]")) ?? "",
      );
      return aModelAnswer({
        title: `By the model ${number?.[1] ?? ""}`,
        memories: [{ fact: `Has the model's number ${number?.[1] ?? ""}`, category: "core", segments: [0] }],
      });
    }),
  );

const said = (number: number) => ({
  client_session_id: `${number}`,
  started_at: new Date(Date.UTC(2026, 0, 5, 9, number)).toISOString(),
  transcript_segments: [
    {
      text: `My garden has the number ${number} and I will water the garden tomorrow.`,
      start: 0,
      end: 5,
      is_user: true,
    },
  ],
});

describe("mneme reprocess", () => {
  let endpoint: FakeModelEndpoint;
  let model: Record<string, string>;
  const begun = new Set<ChildProcess>();

  beforeEach(async () => {
    endpoint = await FakeModelEndpoint.open();
    endpoint.setDefaultReply(answering(0));
    model = { MNEME_LLM_BASE_URL: endpoint.url, MNEME_LLM_MODEL: "double" };
  });
  afterEach(async () => {
    await ServerProcess.killAll();
    for (const child of begun) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    begun.clear();
    await endpoint.close();
  });

  const filled = async (directory: string): Promise<string[]> => {
    const server = await ServerProcess.start(directory);
    const client = server.clientFor(await createKey(directory));
    const ids: string[] = [];
    for (let n = 0; n < CONVERSATIONS; n += 1) {
      ids.push(((await client.post(`${CONVERSATIONS_PATH}/from-segments`, said(n))).body as ConversationReceipt).id);
    }
    await server.stop();
    return ids;
  };
  const reprocess = async (directory: string, ...words: string[]): Promise<Outcome> =>
    JSON.parse(await runCommandWith(directory, ["reprocess", ...words, "--json"], { environment: model })) as Outcome;
  /** One that is not waited for. */
  const begin = (directory: string, ...words: string[]): ChildProcess => {
    const environment = { ...process.env, MNEME_DATA_DIR: directory, MNEME_LOG_LEVEL: "error", ...model };
    const child = spawn(process.execPath, ["dist/src/main.js", "reprocess", ...words], {
      env: environment,
      stdio: ["ignore", "ignore", "pipe"],
    });
    begun.add(child);
    return child;
  };
  /** One that is told to stop while the model does not answer; resolves when it has said that it does. */
  const beginAndStop = async (directory: string): Promise<ChildProcess> => {
    endpoint.setDefaultReply(neverReply);
    const before = endpoint.requests.length;
    const child = begin(directory, "--all");
    await waitUntil(() => endpoint.requests.length === before + AT_ONCE);
    let told = "";
    child.stderr?.on("data", (bytes: Buffer) => (told += bytes.toString()));
    child.kill("SIGINT");
    await waitUntil(() => told.includes("Stopping…"));
    return child;
  };
  const shown = async (client: ApiClient, id: string) =>
    (await client.get(`${CONVERSATIONS_PATH}/${id}`)).body as WireConversation;
  const makersIn = (directory: string) =>
    queryRows(
      directory,
      `SELECT json_extract(state, '$.state.status') || ' ' || json_extract(state, '$.state.summary.madeBy') AS maker,
        count(*) AS number FROM conversations GROUP BY maker`,
    ).map((row) => ({ ...row }));

  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    it(`resumes after ${signal}`, async () => {
      await withTemporaryDirectory(async (directory) => {
        await filled(directory);
        endpoint.setDefaultReply(answering(100));
        const child = begin(directory, "--all");
        await waitUntil(() => endpoint.requests.length >= CONVERSATIONS / 2);
        const exited = once(child, "exit");
        child.kill(signal);
        const [code] = (await exited) as [number | null];
        expect(code).to.equal(signal === "SIGINT" ? 1 : null);
        const before = endpoint.requests.length;
        expect(before).to.be.lessThan(CONVERSATIONS);

        const outcome = await reprocess(directory, "--all");
        expect([outcome.seen, outcome.failed]).to.deep.equal([CONVERSATIONS, 0]);
        expect(outcome.passed_over).to.be.at.least(before - AT_ONCE);
        expect(endpoint.requests.length).to.be.at.most(CONVERSATIONS + AT_ONCE);
        expect(makersIn(directory)).to.deep.equal([{ maker: "completed llm:double", number: CONVERSATIONS }]);
        const facts = queryRows(directory, "SELECT json_extract(state, '$.state.content') AS content FROM memories");
        const contents = facts.map(({ content }) => String(content));
        expect(new Set(contents).size).to.equal(contents.length);
        expect(contents.filter((content) => content.startsWith("Has the model's"))).to.have.length(CONVERSATIONS);
      });
    });
  }

  it("preserves concurrent user changes while a server runs", async () => {
    await withTemporaryDirectory(async (directory) => {
      const ids = await filled(directory);
      const server = await ServerProcess.start(directory, { environment: model });
      const client = server.clientFor(await createKey(directory));
      const written = (await client.post(memories, { content: "I wrote this." })).body as { id: string };
      const found = ((await client.get(`${memories}?limit=100`)).body as { id: string; content: string }[]).filter(
        ({ id }) => id !== written.id,
      );
      const [edited, deleted] = found;
      endpoint.setDefaultReply(answering(100));
      const child = begin(directory, "--all");
      const exited = once(child, "exit");
      await waitUntil(() => endpoint.requests.length >= 8);
      const [first, last] = [ids[0] ?? "", ids.at(-1) ?? ""];
      const title = async (id: string) =>
        expect((await client.patch(`${CONVERSATIONS_PATH}/${id}`, { title: "Mine" })).status);
      (await title(first)).to.equal(200);
      (await title(last)).to.equal(200);
      expect((await client.delete(`${CONVERSATIONS_PATH}/${ids[1] ?? ""}`)).status).to.equal(200);
      expect((await client.delete(`${CONVERSATIONS_PATH}/${ids.at(-2) ?? ""}`)).status).to.equal(200);
      if (edited) await client.patch(`${memories}/${edited.id}`, { content: "My own words." });
      if (deleted) await client.delete(`${memories}/${deleted.id}`);
      expect((await client.get(`${CONVERSATIONS_PATH}?limit=200`)).body).to.have.length(ids.length - 2);
      expect(await exited).to.deep.equal([0, null]);

      for (const id of [first, last]) {
        const { structured, summarised_by } = await shown(client, id);
        expect([structured.title, summarised_by]).to.deep.equal(["Mine", "llm:double"]);
      }
      for (const id of [ids[1] ?? "", ids.at(-2) ?? ""]) {
        expect((await client.get(`${CONVERSATIONS_PATH}/${id}`)).status).to.equal(404);
      }
      const kept = ((await client.get(`${memories}?limit=200`)).body as { content: string }[]).map(
        ({ content }) => content,
      );
      expect(kept).to.include("I wrote this.");
      if (edited) expect(kept).to.include("My own words.");
      if (deleted) expect(kept).not.to.include(deleted.content);
      expect(new Set(kept).size).to.equal(kept.length);
      expect(makersIn(directory)).to.deep.equal([{ maker: "completed llm:double", number: ids.length - 2 }]);
    });
  });

  it("reports that it is stopping and releases its claims", async () => {
    await withTemporaryDirectory(async (directory) => {
      await filled(directory);
      const child = await beginAndStop(directory);
      expect(await once(child, "exit")).to.deep.equal([1, null]);
      // The next process claims it immediately, because there is no lease.
      const held = queryRows(
        directory,
        `SELECT json_extract(state, '$.state.lease.claimedUntil') AS until FROM conversations
         WHERE status = 'processing'`,
      );
      expect(held.map(({ until: held }) => held)).to.deep.equal(Array.from({ length: AT_ONCE }, () => null));
    });
  });

  it("exits at once on a second SIGINT", async () => {
    await withTemporaryDirectory(async (directory) => {
      await filled(directory);
      const child = await beginAndStop(directory);
      const exited = once(child, "exit");
      child.kill("SIGINT");
      expect(await exited).to.deep.equal([null, "SIGINT"]);
    });
  });

  it("supports one conversation or only outdated ones and exits with code 1 on failure", async () => {
    await withTemporaryDirectory(async (directory) => {
      const [one = ""] = await filled(directory);
      expect(await reprocess(directory, one, "--user", "ada")).to.deep.equal({
        total: 1,
        seen: 1,
        made_by: { "llm:double": 1 },
        passed_over: 0,
        failed: 0,
      });
      const { made_by, passed_over } = await reprocess(directory, "--all", "--outdated");
      expect([made_by, passed_over]).to.deep.equal([{ "llm:double": CONVERSATIONS - 1 }, 1]);

      endpoint.setDefaultReply(replyWithError(400));
      const refused = await runCommandWith(directory, ["reprocess", one, "--user", "ada"], {
        environment: model,
      }).catch((error: unknown) => error as { code: number; stdout: string; stderr: string });
      expect(refused).to.include({ code: 1, stdout: "1 conversation of 1: 1 failed\n" });
      expect((refused as { stderr: string }).stderr).to.include("1 conversation could not be re-summarised");
      expect(makersIn(directory)).to.deep.equal([{ maker: "completed llm:double", number: CONVERSATIONS }]);

      for (const words of [[], [one, "--all"], [one, "--restart"], ["nowhere"]]) {
        const wrong = await runCommandWith(directory, ["reprocess", ...words], { environment: model }).catch(
          (error: unknown) => error as { code: number },
        );
        expect(wrong, words.join(" ")).to.include({ code: 1 });
      }
    });
  });
});
