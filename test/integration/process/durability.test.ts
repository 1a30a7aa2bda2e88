import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { findProgramAbsence, skipWhen } from "../../support/backends.js";
import { measureCommitDurability, areWritesSynced, type CommitDurability } from "../../support/commit-durability.js";
import { CONVERSATIONS_PATH, planningConversation } from "../../support/conversation-requests.js";
import { runCommandWith, createKey, ServerProcess } from "../../support/server-process.js";
import { readSystemCalls, tracerCommand } from "../../support/syscall-trace.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const CLIENTS = 32;
const POSTS_EACH = 10;
/** Where a sync takes its time: writes that meet it share the next. */
const DISK = tmpdir();

/** Runs a server under a tracer while `use` asks it. @returns what the trace says. */
async function commitsOfServer(
  use: (post: () => Promise<number>) => Promise<void>,
  [path, body]: readonly [path: string, body: object] = [`${CONVERSATIONS_PATH}/from-segments`, planningConversation],
): Promise<CommitDurability> {
  return withTemporaryDirectory(async (directory) => {
    const trace = join(directory, "trace");
    const client = { key: await createKey(directory) };
    const server = await ServerProcess.start(directory, { launcher: tracerCommand(trace) });
    const keyed = server.clientFor(client.key);
    await use(async () => (await keyed.post(path, body)).status);
    expect(await server.stop()).to.equal(0);
    return measureCommitDurability(await readSystemCalls(trace));
  }, DISK);
}

/** As `commitsOfServer`, of a server that does not wait for the disk. */
async function commitsOfCareless(synchronous: string, posts: number): Promise<CommitDurability> {
  return withTemporaryDirectory(async (directory) => {
    const trace = join(directory, "trace");
    const module = fileURLToPath(new URL("../../support/faulty-server.js", import.meta.url));
    const [program, ...words] = [...tracerCommand(trace), process.execPath, module, directory, synchronous];
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
    const exited = once(child, "exit");
    try {
      const [url] = (await once(child.stdout, "data")) as [Buffer];
      for (let post = 0; post < posts; post += 1) await fetch(url.toString().trim(), { method: "POST", body: "{}" });
    } finally {
      child.kill("SIGTERM");
      await exited;
    }
    return measureCommitDurability(await readSystemCalls(trace));
  }, DISK);
}

describe("the acknowledgement of a write", () => {
  before(function () {
    skipWhen(findProgramAbsence("strace", "-V"), this);
  });
  afterEach(() => ServerProcess.killAll());

  it("is sent after the commit is synced, for sequential writes", async () => {
    const { acknowledged, beforeLastSync } = await commitsOfServer(async (post) => {
      for (let count = 0; count < 20; count += 1) expect(await post()).to.equal(200);
    });
    expect({ acknowledged, beforeLastSync }).to.deep.equal({ acknowledged: 20, beforeLastSync: 0 });
  });

  it(`is sent after a sync shared by ${CLIENTS} concurrent writers`, async () => {
    const { acknowledged, beforeAnySync, syncs } = await commitsOfServer(
      async (post) => {
        const client = async (): Promise<void> => {
          for (let count = 0; count < POSTS_EACH; count += 1) expect(await post()).to.equal(200);
        };
        await Promise.all(Array.from({ length: CLIENTS }, client));
      },
      ["/v1/dev/user/action-items", { description: "Print the photos" }],
    );
    console.log(`      ${(syncs / acknowledged).toFixed(3)} syncs for each acknowledged creation`);
    expect({ acknowledged, beforeAnySync }).to.deep.equal({ acknowledged: CLIENTS * POSTS_EACH, beforeAnySync: 0 });
    expect(syncs / acknowledged).to.be.at.most(0.8);
  });

  it("is printed by a command after the commit is synced", async () => {
    await withTemporaryDirectory(async (directory) => {
      const trace = join(directory, "trace");
      await createKey(directory);
      await runCommandWith(directory, ["keys", "create", "--name", "traced"], { launcher: tracerCommand(trace) });
      const calls = await readSystemCalls(trace);
      const printed = calls.find(({ name, data }) => name.startsWith("write") && data.startsWith("Key \\"));
      expect(areWritesSynced(calls, 0, printed?.startLine ?? 0)).to.equal(true);
    }, DISK);
  });

  for (const mode of ["OFF", "NORMAL"]) {
    it(`is detected as premature for a server with synchronous=${mode}`, async () => {
      const { acknowledged, beforeAnySync, syncs } = await commitsOfCareless(mode, 20);
      expect({ acknowledged, beforeAnySync }).to.deep.equal({ acknowledged: 20, beforeAnySync: 20 });
      expect(syncs).to.be.at.most(2);
    });
  }
});
