import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { anExtractedMemory } from "../../../src/testing/index.js";
import { CONVERSATIONS_PATH, planningConversation, recordConversation } from "../../support/conversation-requests.js";
import { notifyByOwnApp } from "../../support/notifications.js";
import { createKey, runMneme, runCommandWithOutput, ServerProcess } from "../../support/server-process.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";
import { waitUntil } from "../../support/eventually.js";

const memories = "/v1/dev/user/memories";

describe("the mneme command", () => {
  afterEach(() => ServerProcess.killAll());

  it("creates, lists and revokes API keys while a server runs", async () => {
    await withTemporaryDirectory(async (directory) => {
      const server = await ServerProcess.start(directory);
      const create = await runMneme(
        directory,
        "keys",
        "create",
        "--user",
        "ada",
        "--name",
        "laptop",
        "--scopes",
        "all",
      );
      const key = create.split("\n").at(-1) ?? "";
      expect(key).to.match(/^mneme_dev_[0-9a-f]{32}$/);
      const status = async (credential: string): Promise<number> =>
        (await fetch(server.url + CONVERSATIONS_PATH, { headers: { Authorization: `Bearer ${credential}` } })).status;
      expect(await status(key)).to.equal(200);
      const [listed] = JSON.parse(await runMneme(directory, "keys", "list", "--user", "ada", "--json")) as {
        id: string;
        name: string;
      }[];
      expect(listed?.name).to.equal("laptop");
      await runMneme(directory, "keys", "revoke", listed?.id ?? "", "--user", "ada");
      expect(await status(key)).to.equal(401);
      expect(await status(await runMneme(directory, "token", "--user", "ada"))).to.equal(200);
      expect(await runMneme(directory, "users", "list")).to.match(/^id +name/);
      expect(await server.stop()).to.equal(0);
    });
  });

  it("reports that there is no store, and creates none, for the status of a wrong data directory", async () => {
    await withTemporaryDirectory(async (directory) => {
      const missing = join(directory, "dta");
      const failure: unknown = await runMneme(missing, "status").catch((error: unknown) => error);
      const stderr = `mneme: There is no store in ${missing}: check MNEME_DATA_DIR\n`;
      expect(failure).to.deep.include({ code: 1, stdout: "", stderr });
      expect(await readdir(directory)).to.deep.equal([]);
      await runMneme(directory, "users", "add", "ada");
      expect(JSON.parse(await runMneme(directory, "status", "--json"))).to.include({ users: 1 });
    });
  });

  it("restores a superseded memory by the ID from its history", async () => {
    await withTemporaryDirectory(async (directory) => {
      await runMneme(directory, "users", "add", "ada");
      const store = await openSqliteStore({ directory });
      const paris = anExtractedMemory({ id: "Paris", content: "Lives in Paris", conversationIds: ["c0"] });
      const source = { conversationId: "c1", segmentIds: [], foundAs: "Rome", supersedes: "Paris" };
      const rome = anExtractedMemory({ id: "Rome", content: "Lives in Rome", sources: [source] });
      await store.memories.replaceExtracted("ada", "c0", [paris], 1, new Date());
      await store.memories.replaceExtracted("ada", "c1", [rome], 1, new Date());
      await store.close();
      const history = await runMneme(directory, "memories", "history", "Rome", "--user", "ada", "--json");
      const [former] = JSON.parse(history) as readonly { readonly id: string }[];
      expect(former?.id).to.equal("Paris");
      const restored = await runMneme(directory, "memories", "restore", "Paris", "--user", "ada");
      expect(restored).to.equal("Restored: Lives in Paris");
      const listed = JSON.parse(await runMneme(directory, "memories", "list", "--user", "ada", "--json")) as object[];
      expect(listed).to.have.length(2);
      expect(
        JSON.parse(await runMneme(directory, "memories", "history", "Rome", "--user", "ada", "--json")),
      ).to.deep.equal([]);
    });
  });

  it("reports an unknown user in every command that reads user data", async () => {
    await withTemporaryDirectory(async (directory) => {
      await runMneme(directory, "users", "add", "ada");
      for (const words of [
        ["ask", "Where do I live?"],
        ["memories", "list"],
        ["memories", "search", "nuts"],
        ["memories", "history", "m"],
        ["memories", "restore", "m"],
        ["items", "list"],
        ["keys", "list"],
        ["keys", "revoke", "k"],
        ["reprocess", "c"],
        ["reprocess", "--all"],
      ]) {
        const failed = await runMneme(directory, ...words, "--user", "nobody").catch((error: unknown) => error);
        expect(failed, words.join(" ")).to.deep.include({
          code: 1,
          stdout: "",
          stderr: 'mneme: There is no user "nobody": `mneme users list` lists all users\n',
        });
      }
      expect(JSON.parse(await runMneme(directory, "users", "list", "--json"))).to.have.length(1);
    });
  });

  it("logs nothing on success by default", async () => {
    await withTemporaryDirectory(async (directory) => {
      const server = await ServerProcess.start(directory);
      await server
        .clientFor(await createKey(directory))
        .post(`${CONVERSATIONS_PATH}/from-segments`, planningConversation);
      await server.stop();
      const log = async (environment: Readonly<Record<string, string>>): Promise<string> =>
        (await runCommandWithOutput(directory, ["reprocess", "--all", "--json"], { environment })).stderr;
      expect(await log({ MNEME_LOG_LEVEL: "" })).to.equal("");
      expect(await log({ MNEME_LOG_LEVEL: "info" })).to.include("conversation.summarised");
    });
  });

  it("adds, lists and searches memories, with and without a running server", async () => {
    await withTemporaryDirectory(async (directory) => {
      const json = async (...words: string[]): Promise<unknown> =>
        JSON.parse(await runMneme(directory, "memories", ...words, "--user", "ada", "--json"));
      await runMneme(directory, "users", "add", "ada");
      expect(await runMneme(directory, "memories", "list", "--user", "ada")).to.equal("None.");
      const nuts = (await json("add", "I am allergic to nuts.")) as { id: string };
      expect(await json("add", "i am  ALLERGIC to nuts.")).to.deep.equal(nuts);

      const server = await ServerProcess.start(directory);
      const client = server.clientFor(await createKey(directory));
      const posted = await client.post(memories, { content: "I play chess on Sundays." });
      const chess = posted.body as { id: string };
      const listed = (await json("list")) as { id: string }[];
      expect(listed.map(({ id }) => id)).to.deep.equal([chess.id, nuts.id]);
      expect(await json("list", "--limit", "1")).to.deep.equal(listed.slice(0, 1));
      expect(await runMneme(directory, "memories", "list", "--user", "ada", "--limit", "1")).to.match(
        /^id +category +created +content\n.+ I play chess on Sundays\.\n\nThe first 1 of 2\.$/,
      );
      const [found] = (await json("search", "Which food is dangerous?")) as { id: string; relevance: number }[];
      expect(found).to.include({ id: nuts.id, content: "I am allergic to nuts." });
      expect(await runMneme(directory, "memories", "search", "chess", "--user", "ada")).to.match(/ I play chess/);

      const biking = "I ride a bicycle to work.";
      await runMneme(directory, "memories", "add", biking, "--user", "ada");
      const { items } = (await client.get(`${memories}/vector/search?query=bicycle`)).body as {
        items: { content: string }[];
      };
      expect(items[0]?.content).to.equal(biking);
      expect(await json("list")).to.have.length(3);
    });
  });

  it("answers questions, with and without a running server", async () => {
    await withTemporaryDirectory(async (directory) => {
      const ask = (...words: string[]): Promise<string> => runMneme(directory, "ask", ...words, "--user", "ada");
      await runMneme(directory, "users", "add", "ada");
      expect(await ask("Which food is dangerous?")).to.equal("No passage answers this question.");
      const { id } = JSON.parse(
        await runMneme(directory, "memories", "add", "I am allergic to nuts.", "--user", "ada", "--json"),
      ) as { id: string };
      const server = await ServerProcess.start(directory);
      const fence = "We will paint the wooden fence behind the house green in spring.";
      await recordConversation(server.clientFor(await createKey(directory)), {
        transcript_segments: [{ text: fence, start: 0, end: 5, speaker: "Grace" }],
      });
      expect(await ask("What colour will the fence have?", "--limit", "1")).to.match(
        /^\[1\] 0\.\d\d\n {2}Grace: We will paint the wooden fence [^]*green/,
      );
      const { answer, sources } = JSON.parse(await ask("Which food is dangerous?", "--json")) as {
        answer: null;
        sources: { memory: string; text: string }[];
      };
      expect(answer).to.equal(null);
      expect(sources[0]).to.include({ memory: id, text: "I am allergic to nuts." });
    });
  });

  it("lists open action items first, then by due date in the user's time zone", async () => {
    await withTemporaryDirectory(async (directory) => {
      await runMneme(directory, "users", "add", "ada");
      expect(await runMneme(directory, "items", "list", "--user", "ada")).to.equal("None.");
      const server = await ServerProcess.start(directory);
      const client = server.clientFor(await createKey(directory));
      const token = await runMneme(directory, "token", "--user", "ada");
      await server.clientFor(token).patch("/v1/dev/user/profile", { time_zone: "Asia/Tokyo" });
      for (const item of [
        { description: "Water the plants", completed: true },
        { description: "Call Bob" },
        { description: "Print the photos", due_at: "2026-01-09T17:00:00Z" },
      ]) {
        expect((await client.post("/v1/dev/user/action-items", item)).status).to.equal(200);
      }
      const shown = (await runMneme(directory, "items", "list", "--user", "ada")).split("\n");
      expect(shown[0]).to.match(/^id +state +due \(Asia\/Tokyo\) +description$/);
      expect(shown.slice(1).map((line) => line.replace(/^\S+ +/, "").replace(/ +/g, " "))).to.deep.equal([
        "open Sat, 10 Jan 2026, 02:00 Print the photos",
        "open Call Bob",
        "done Water the plants",
      ]);
      const [first] = JSON.parse(await runMneme(directory, "items", "list", "--user", "ada", "--json")) as object[];
      expect(first).to.include({ description: "Print the photos", completed: false, due: "2026-01-09T17:00:00.000Z" });
    });
  });

  it("manages apps, installations and scopes while a server runs", async () => {
    await withTemporaryDirectory(async (directory) => {
      const apps = (user: string, ...words: string[]): Promise<string> =>
        runMneme(directory, "apps", ...words, "--user", user);
      const json = async (...words: Parameters<typeof apps>): Promise<unknown> =>
        JSON.parse(await apps(...words, "--json"));
      expect(await apps("ada", "list")).to.equal("None.");
      const hook = ["--webhook", "https://garden.example/hook"];
      const created = await apps("ada", "create", "--name", "Garden", ...hook, "--scopes", "user_name,user_facts");
      expect(created).to.match(/ whsec_\S+\n.+\nmneme_app_[0-9a-f]{32}$/);
      const [{ id = "" } = {}] = (await json("ada", "list")) as { id?: string }[];

      const server = await ServerProcess.start(directory);
      const asked = ["user_name", "user_facts"];
      expect(await json("bob", "install", id)).to.deep.include({ name: "Garden", requested: asked, granted: [] });
      expect(await json("bob", "grant", id, "--scopes", "all")).to.deep.include({ granted: asked });
      const withdrawn = await json("bob", "revoke", id, "--scopes", "user_name");
      expect(withdrawn).to.deep.include({ granted: ["user_facts"] });
      const client = server.clientFor(await runMneme(directory, "token", "--user", "bob"));
      expect((await client.get(`/v1/dev/apps/installations/${id}`)).body).to.deep.include({
        granted_scopes: ["user_facts"],
      });
      expect(await apps("bob", "list", "--installed")).to.match(/^id .+ granted\n.+ user_name,user_facts +user_facts$/);

      expect(await apps("ada", "rotate", id)).to.match(/\nmneme_app_[0-9a-f]{32}$/);
      expect(await json("ada", "rotate", id, "--signing")).to.have.property("signing_secret");
      expect(await apps("ada", "disable", id)).to.match(/^state +disabled \(owner\)$/m);
      expect(await json("ada", "enable", id)).to.include({ disabled_because: null });
      expect(await apps("ada", "show", id)).to.match(/^webhook +https:\/\/garden\.example\/hook$/m);
      expect(await apps("bob", "uninstall", id)).to.equal(`Uninstalled ${id}`);
      expect(await json("bob", "list", "--installed")).to.deep.equal([]);
      expect(await json("bob", "install", id, "--scopes", "all")).to.deep.include({ granted: asked });
      expect(await apps("ada", "delete", id)).to.equal(`Deleted ${id}`);
      expect(await json("bob", "list", "--installed")).to.deep.equal([]);
    });
  });

  it("adds, lists and removes push targets while a server runs", async () => {
    await withTemporaryDirectory(async (directory) => {
      const pushTargets = (...words: string[]): Promise<string> =>
        runMneme(directory, "push-targets", ...words, "--user", "ada");
      const server = await ServerProcess.start(directory);
      const url = "https://ntfy.example/roses";
      const adding = ["push-targets", "add", "ntfy", url, "--user", "ada"];
      const added = (await runCommandWithOutput(directory, [...adding, "--token-stdin"], { input: "tk_1\n" })).stdout;
      expect(added.trim()).to.match(/^Notifications of ada go to \S+: \S+$/);
      expect(await pushTargets("add", "webhook", "https://ada.example/hook")).to.match(/\nwhsec_\S+$/);
      const again = JSON.parse(await pushTargets("add", "ntfy", url, "--json")) as { id: string };
      expect(again).to.include({ channel: "ntfy", url, gone: null, signing_secret: null });
      const client = server.clientFor(await runMneme(directory, "token", "--user", "ada"));
      expect(((await client.get("/v1/dev/user/push-targets")).body as []).length).to.equal(2);
      expect(await pushTargets("list")).to.match(/^id .+\n.+ webhook .+\n.+ ntfy .+ https:\/\/ntfy\.example\/roses$/);
      expect(await pushTargets("remove", again.id)).to.equal(`Removed ${again.id}`);
      expect(JSON.parse(await pushTargets("list", "--json"))).to.have.length(1);
    });
  });

  it("lists notifications and marks them as read", async () => {
    await withTemporaryDirectory(async (directory) => {
      const notifications = (...words: string[]): Promise<string> =>
        runMneme(directory, "notifications", ...words, "--user", "ada");
      const server = await ServerProcess.start(directory);
      const user = server.clientFor(await runMneme(directory, "token", "--user", "ada"));
      for (const text of ["Water the roses", "Feed\n the hens"]) await notifyByOwnApp(user, text);
      expect(await notifications("list")).to.match(/ no +Feed {2}the hens\n.+ no +Water the roses$/);
      const [{ id = "" } = {}] = JSON.parse(await notifications("list", "--limit", "1", "--json")) as { id?: string }[];
      expect(await notifications("read", id)).to.match(/^text +Feed {2}the hens$/m);
      expect((await user.get("/v1/dev/user/notifications/unread-count")).body).to.deep.equal({ unread_count: 1 });
      expect(await notifications("list", "--unread")).to.match(/^id .+ text\n\S+ .+ Water the roses$/);
      expect(JSON.parse(await notifications("read", "--json"))).to.deep.equal({ marked_count: 1 });
      expect(await notifications("list", "--unread")).to.equal("None.");
      expect(await server.stop()).to.equal(0);
    });
  });

  it("reports errors in one line and exits with code 1", async () => {
    await withTemporaryDirectory(async (directory) => {
      await runMneme(directory, "users", "add", "me");
      const faults: readonly (readonly [words: readonly string[], line: string])[] = [
        [["keys", "revoke", "nothing"], "Key not found"],
        [["apps", "show", "nothing"], "App not found"],
        [["notifications", "read", "nothing"], "Notification not found"],
        [["notifications", "list", "--limit", "201"], "--limit must be a whole number from 1 to 200"],
        [["apps", "install", "nothing"], "App not found"],
        [["apps", "uninstall", "nothing"], "Installation not found"],
        [
          ["apps", "create", "--name", "Garden", "--scopes", "everything"],
          "--scopes must be all or a comma-separated list of user_name,user_facts,user_context,user_chat",
        ],
        [["push-targets", "add", "fax", "https://ada.example"], "The channel must be ntfy or webhook"],
        [["push-targets", "remove", "nothing"], "Push target not found"],
        [["memories", "add", " "], "The content must not be blank"],
        [["memories", "search", ""], "query must have at least 1 character"],
        [["memories", "search", "x", "--limit", "101"], "--limit must be a whole number from 1 to 100"],
        [["memories", "list", "--limit", "1.5"], "--limit must be a whole number from 1 to 1000"],
        [["ask", " "], "The question must not be blank"],
        [["ask", "x", "--limit", "51"], "--limit must be a whole number from 1 to 50"],
        [["items", "list", "--limit", "0"], "--limit must be a whole number from 1 to 1000"],
      ];
      const fail = async ([words, line]: (typeof faults)[number]): Promise<void> => {
        const failure = await runMneme(directory, ...words).catch((error: unknown) => error);
        expect(failure).to.include({ code: 1, stderr: `mneme: ${line}\n` });
      };
      await Promise.all(faults.map(fail));
    });
  });

  it("shows the results of processing a conversation in the demo", async () => {
    await withTemporaryDirectory(async (directory) => {
      const shown = await runMneme(directory, "demo", "--once");
      expect(shown).to.match(/Action items\n( {3}☐ .+\n)/);
      expect(shown).to.match(/Events\n( {3}◷ .+\n)/);
      expect(shown).to.match(/Memories\n( {3}• .+\n){2}/);
      expect(shown).to.match(/Asked "Which medicine must I avoid\?" it finds\n {3}• Is allergic to penicillin$/);
      // The service that they would ask has ended.
      expect(shown).not.to.include("curl");
    });
  });

  it("keeps serving after the demo and prints working commands", async () => {
    const environment = { ...process.env, PORT: "0", MNEME_LOG_LEVEL: "error" };
    const demo = spawn(process.execPath, ["dist/src/main.js", "demo"], { env: environment, stdio: "pipe" });
    try {
      const exited = once(demo, "exit");
      let shown = "";
      for (const stream of [demo.stdout, demo.stderr])
        stream.on("data", (bytes: Buffer) => (shown += bytes.toString()));
      await waitUntil(() => shown.includes("Press Ctrl-C to stop.") || demo.exitCode !== null);
      const commands = shown.matchAll(
        /curl -s -H "Authorization: (?<credential>[^"]+)" (?<url>\S+)(?: -d '(?<body>.*)')?/g,
      );
      const answers = Array.from(commands, ({ groups }) =>
        fetch(groups?.["url"] ?? "", {
          headers: { authorization: groups?.["credential"] ?? "", connection: "close" },
          ...(groups?.["body"] === undefined ? {} : { method: "POST", body: groups["body"] }),
        }),
      );
      expect(
        (await Promise.all(answers)).map(({ status }) => status),
        shown,
      ).to.deep.equal([200, 200]);
      demo.kill("SIGTERM");
      expect(await exited).to.deep.equal([0, null]);
    } finally {
      demo.kill("SIGKILL");
    }
  });
});
