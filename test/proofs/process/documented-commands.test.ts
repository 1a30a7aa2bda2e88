import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect } from "chai";
import { findProgramAbsence, skipWhen } from "../../support/backends.js";
import { findBlock, readBlocksOf } from "../../support/documentation-blocks.js";
import { createKey } from "../../support/server-process.js";
import { findUnusedPort } from "../../support/shell-tour.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";

const blocks = readBlocksOf("test/proofs/process/documented-commands.test.ts");
const readCode = (name: string): string => findBlock(blocks, name).code;

const MNEME_PROGRAM = `#!/usr/bin/env bash
exec "$NODE" "$MAIN" "$@"
`;

/**
 * Stands in for Docker: runs the commands of the service `mneme` on this machine, on one data directory. The directory
 * of the backups is `$FOLDER/backups`.
 */
const DOCKER_PROGRAM = `#!/usr/bin/env bash
set -eu
serve() {
  mneme serve >"$FOLDER/server" 2>&1 &
  echo $! >"$FOLDER/pid"
  curl -s --retry 300 --retry-delay 1 --retry-connrefused "http://127.0.0.1:$PORT/readyz" >/dev/null
}
stop() {
  kill "$(cat "$FOLDER/pid")"
  while kill -0 "$(cat "$FOLDER/pid")" 2>/dev/null; do sleep 0.1; done
}
case "$*" in
  "compose up --detach --build" | "compose start mneme") serve ;;
  "compose stop mneme") stop ;;
  "compose cp mneme:/backups/"*" .") cp "$FOLDER/backups/\${3#mneme:/backups/}" . ;;
  "compose exec mneme mneme "*) shift 4; exec mneme "\${@//\\/backups/$FOLDER/backups}" ;;
  "compose run --rm mneme mneme "*) shift 5; exec mneme "\${@//\\/backups/$FOLDER/backups}" ;;
  *) echo "docker $*: not a documented command" >&2; exit 1 ;;
esac
`;

describe("the documented commands of export, backup, metrics and containers", function () {
  this.timeout(300_000);

  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let dataDirectory: string;
  let environment: NodeJS.ProcessEnv;
  let shellPid: number | undefined;

  before(function () {
    skipWhen(findProgramAbsence("bash", "--version") ?? findProgramAbsence("curl", "--version"), this);
  });
  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    dataDirectory = join(folder.path, "data");
    const programs = join(folder.path, "programs");
    await mkdir(programs);
    await mkdir(join(folder.path, "backups"));
    for (const [name, program] of Object.entries({ mneme: MNEME_PROGRAM, docker: DOCKER_PROGRAM })) {
      await writeFile(join(programs, name), program);
      await chmod(join(programs, name), 0o700);
    }
    environment = {
      ...process.env,
      PATH: `${programs}${delimiter}${process.env["PATH"]}`,
      NODE: process.execPath,
      MAIN: resolve("dist/src/main.js"),
      FOLDER: folder.path,
      PORT: String(await findUnusedPort()),
      MNEME_DATA_DIR: dataDirectory,
    };
  });
  afterEach(async () => {
    // The shell is the leader of a process group, to which the servers that it started belong.
    try {
      if (shellPid !== undefined) process.kill(-shellPid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    await folder.remove();
  });

  /** Runs a script in the temporary directory until its first failing command. @returns its output, without errors. */
  async function runScript(script: string): Promise<string> {
    const shell = spawn("bash", ["-euo", "pipefail", "-c", script], {
      cwd: folder.path,
      env: environment,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    shellPid = shell.pid;
    const closed = once(shell, "close");
    const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    await closed;
    const code = shell.exitCode;
    expect(code, `${script}\n${output}\n${errors}`).to.equal(0);
    return output;
  }

  it("export and import an archive with the documented header", async () => {
    await createKey(dataDirectory, "ada");
    const output = await runScript(readCode("docs/export-import.md, Export and import, sh 1"));
    expect(output).to.include("Exported 2 entries").and.include("2 already present");

    const documented = JSON.parse(readCode("docs/export-import.md, Format, json 1")) as Record<string, unknown>;
    const lines = gunzipSync(await readFile(join(folder.path, "all.jsonl.gz"))).toString();
    const header = JSON.parse(lines.split("\n")[0] ?? "") as Record<string, unknown>;
    expect(Object.keys(header)).to.deep.equal(Object.keys(documented));
    const { mneme_archive, generator } = header;
    expect(documented).to.deep.include({ mneme_archive, generator });
    for (const [name, value] of Object.entries(documented)) expect(header[name]).to.be.a(typeof value);
  });

  it("back up and restore a store, and show its contents", async () => {
    await createKey(dataDirectory, "ada");
    const output = await runScript(readCode("docs/operations.md, Back up and restore, sh 1"));
    expect(output).to.match(/users +1/);
  });

  it("serve metrics", async () => {
    const port = String(await findUnusedPort());
    const script = readCode("docs/operations.md, Metrics and alerts, sh 1");
    expect(script).to.include("9464");
    const output = await runScript(`export PORT=0\n${script.replaceAll("9464", port)}\nkill $!\nwait $!\n`);
    expect(output).to.include("# TYPE mneme_conversations gauge");
  });

  it("install, back up and restore in containers", async () => {
    const install = readCode("docs/operations.md, Install in containers, sh 1");
    const backup = readCode("docs/operations.md, Back up and restore, sh 2");
    // After the restore the store has one key again.
    const script = `${install}\n${backup}\nmneme keys list\ndocker compose stop mneme\n`;
    const output = await runScript(script);
    expect(output.match(/my first key/g)).to.have.length.greaterThan(0);
    expect((await readFile(join(folder.path, "monday"))).length).to.be.greaterThan(0);
  });
});
