import { execFile, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { promisify } from "node:util";
import { expect } from "chai";
import { createCli } from "../../../src/adapters/cli/create-cli.js";
import { readSecret } from "../../../src/adapters/cli/terminal.js";
import { createContainer, openService } from "../../../src/composition/container.js";
import { readSettings } from "../../../src/composition/settings.js";
import { withTemporaryDirectory } from "../../support/temporary-directory.js";

const { bin, engines, version } = JSON.parse(readFileSync("package.json", "utf8")) as {
  bin: { mneme: string };
  engines: { node: string };
  version: string;
};
const [major = NaN, minor = NaN] = engines.node.replace(/^\D+/, "").split(".").map(Number);
const run = promisify(execFile);

describe("the mneme launcher", () => {
  it("starts the CLI, also through a symbolic link", async () => {
    expect((await run(process.execPath, [bin.mneme, "--version"])).stdout.trim()).to.equal(version);
    await withTemporaryDirectory(async (directory) => {
      await symlink(join(process.cwd(), bin.mneme), join(directory, "mneme"));
      expect((await run(process.execPath, [join(directory, "mneme"), "--version"])).stdout.trim()).to.equal(version);
    });
  });

  it("passes on the arguments and the exit code", async () => {
    const failed: unknown = await run(process.execPath, [bin.mneme, "nonsense"]).catch((error: unknown) => error);
    expect(failed).to.include({ code: 1 }).and.to.have.property("stderr").that.includes("unknown command 'nonsense'");
  });

  const tooOld = /^mneme: Node\.js \d+\.\d+ or newer is needed, and \S+ is v\d\S+\n$/;

  for (const version of [`${major - 1}.99.0`, `${major}.${minor - 1}.9`]) {
    it(`rejects Node.js ${version} in one line before it loads anything else`, async () => {
      await withTemporaryDirectory(async (directory) => {
        const older = join(directory, "older.cjs");
        await writeFile(
          older,
          `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } });
           Object.defineProperty(process, "version", { value: "v${version}" });`,
        );
        const words = ["--require", older, bin.mneme, "serve"];
        const environment = { ...process.env, PORT: "not a port" };
        const failed: unknown = await run(process.execPath, words, { env: environment }).catch(
          (error: unknown) => error,
        );
        expect(failed).to.include({ code: 1, stdout: "" }).and.to.have.property("stderr").that.matches(tooOld);
      });
    });
  }

  it("rejects an old Node.js version that is installed here", async function () {
    const old = ["/usr/bin/node", "/usr/local/bin/node"].find((path) => {
      try {
        return Number(/^v(\d+)/.exec(execFileSync(path, ["--version"]).toString())?.[1]) < major;
      } catch {
        return false;
      }
    });
    if (old === undefined) this.skip();
    const failed: unknown = await run(old, [bin.mneme, "serve"]).catch((error: unknown) => error);
    expect(failed).to.include({ code: 1, stdout: "" }).and.to.have.property("stderr").that.matches(tooOld);
  });
});

describe("the hint at the first start", () => {
  const printedBy = async (environment: Record<string, string>): Promise<string> => {
    const printed: string[] = [];
    const settings = readSettings({ PORT: "0", MNEME_LOG_LEVEL: "silent", ...environment });
    const surroundings = {
      open: () => openService(settings, createContainer(settings)),
      assertStoreExists: () => undefined,
      print: (text: string) => void printed.push(text),
      readSecret: () => Promise.reject(new Error("No prompt is expected")),
      waitForStopRequest: () => Promise.resolve(),
      backups: {
        backUp: () => Promise.reject(new Error("Nothing is backed up")),
        restore: () => {
          throw new Error("Nothing is restored");
        },
      },
      version,
    };
    await createCli(surroundings).parseAsync(["node", "mneme", "serve"]);
    return printed.join("\n");
  };

  it("names the data directory and a command that works from any directory", async () => {
    await withTemporaryDirectory(async (parent) => {
      const directory = join(parent, "Ada's data");
      await mkdir(directory);
      const printed = await printedBy({ MNEME_DATA_DIR: directory });
      expect(printed).to.include(`The data directory is ${directory}.`);
      const command = /^ {2}(MNEME_DATA_DIR=.*)$/m.exec(printed)?.[1] ?? "";
      const node = process.execPath;
      const asTyped = command.replace("npm run --silent mneme --", `'${node}' '${join(process.cwd(), bin.mneme)}'`);
      const { stdout } = await run("/bin/sh", ["-c", asTyped], { cwd: parent });
      expect(stdout).to.match(/\nmneme_dev_[0-9a-f]{32}\n$/);
      expect(await printedBy({ MNEME_DATA_DIR: directory })).not.to.include("There is no key yet");
    });
  });

  it("is not printed for an in-memory store", async () => {
    await withTemporaryDirectory(async (directory) => {
      const printed = await printedBy({ MNEME_DATA_DIR: directory, MNEME_STORE: "memory" });
      expect(printed).to.include("mneme is listening").and.not.to.include("keys create");
    });
  });
});

describe("the prompt for a secret", () => {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const input = (text: string) => {
    const stream = new PassThrough();
    stream.end(text);
    return stream;
  };

  it("reads the first non-empty line of standard input", async () => {
    for (const text of ["tk_1", "tk_1\n", "\n  tk_1  \r\nmore\n"]) {
      expect(await readSecret("Token: ", input(text), nowhere())).to.equal("tk_1");
    }
  });

  it("fails when standard input is empty", async () => {
    for (const text of ["", "\n \n"]) {
      const outcome: unknown = await readSecret("Token: ", input(text), nowhere()).catch((error: unknown) => error);
      expect(outcome).to.be.an("error").with.property("message", "Standard input is empty");
    }
  });

  it("does not echo the secret on a terminal", async () => {
    let shown = "";
    const errors = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        shown += chunk.toString();
        done();
      },
    });
    const terminal = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
    const reading = readSecret("Token: ", terminal, errors);
    terminal.write("tk_1\r");
    expect(await reading).to.equal("tk_1");
    expect(shown).to.equal("Token: \n");
  });

  it("rejects a secret on the command line", async () => {
    const child = spawn(process.execPath, [
      bin.mneme,
      "push-targets",
      "add",
      "ntfy",
      "https://n.example/t",
      "--token",
      "tk",
    ]);
    let complained = "";
    child.stderr.on("data", (bytes: Buffer) => (complained += bytes.toString()));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code).to.equal(1);
    expect(complained).to.match(/^mneme: Pass the token on standard input \(--token-stdin\): [^\n]+\n$/);
  });
});
