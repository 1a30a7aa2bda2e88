import { execFile } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { openSqliteStore } from "../../../src/adapters/sqlite/index.js";
import { aUser } from "../../../src/testing/index.js";
import { createContainer, openService } from "../../../src/composition/container.js";
import { readSettings } from "../../../src/composition/settings.js";
import type { ServiceHandle } from "../../../src/adapters/cli/service-handle.js";
import { createTemporaryDirectory } from "../../support/temporary-directory.js";
import { skipWhen } from "../../support/backends.js";
import { SmallDisk } from "../../support/small-disk.js";
import { startService } from "../../support/service.js";

const SECRETS = ["a secret of more than 32 characters", "another secret of more than 32 characters"] as const;

describe("opening a data directory", () => {
  let folder: Awaited<ReturnType<typeof createTemporaryDirectory>>;
  let data: string;

  beforeEach(async () => {
    folder = await createTemporaryDirectory();
    data = join(folder.path, "data");
  });
  afterEach(() => folder.remove());

  const open = (secret?: string, environment: Record<string, string> = {}): Promise<ServiceHandle> => {
    const settings = readSettings({
      MNEME_DATA_DIR: data,
      MNEME_LOG_LEVEL: "silent",
      ...(secret === undefined ? {} : { MNEME_SECRET: secret }),
      ...environment,
    });
    return openService(settings, createContainer(settings));
  };
  const refusal = async (...given: Parameters<typeof open>): Promise<string> => {
    const program = await open(...given).catch((error: unknown) => error);
    if (program instanceof Error) return program.message;
    await (program as ServiceHandle).close();
    throw new Error("It was opened");
  };
  const use = async (...given: Parameters<typeof open>): Promise<string[]> => {
    const program = await open(...given);
    try {
      return await Array.fromAsync(program.application.users.listAll(), ({ state }) => state.id);
    } finally {
      await program.close();
    }
  };

  describe("the master secret", () => {
    it("is rejected with a one-line instruction when MNEME_SECRET differs", async () => {
      await use(SECRETS[0]);
      expect(await use(`${SECRETS[0]}\n`)).to.deep.equal([]);
      expect(await refusal(SECRETS[1])).to.equal(
        `MNEME_SECRET is not the secret that the data in ${data} was written with: set it to that secret`,
      );
      expect(await use(SECRETS[0])).to.deep.equal([]);
    });

    it("is reported as missing, and no new one is generated", async () => {
      await use(SECRETS[0]);
      const expected = `The secret of the data in ${data} is missing: restore ${data}/secret, or set MNEME_SECRET to it`;
      expect(await refusal()).to.equal(expected);
      expect(await refusal()).to.equal(expected);
      expect(await readdir(data)).to.deep.equal(["mneme.db"]);
    });

    it("is reported when its file is missing or replaced, and can be supplied by MNEME_SECRET", async () => {
      await use();
      const secret = await readFile(join(data, "secret"), "utf8");
      await rm(join(data, "secret"));
      expect(await refusal()).to.match(/^The secret of the data in .* is missing: [^\n]+$/);
      expect(await use(secret)).to.deep.equal([]);
      await writeFile(join(data, "secret"), SECRETS[1]);
      expect(await refusal()).to.match(
        /data\/secret is not the secret that the data in .* was written with: restore it from a backup, [^\n]+$/,
      );
    });

    it("is read from the file when the file is right and MNEME_SECRET is not: the error says to unset it", async () => {
      await use();
      expect(await refusal(SECRETS[1])).to.equal(
        `MNEME_SECRET is not the secret that the data in ${data} was written with: unset it to use ${data}/secret`,
      );
    });

    it("is taken from MNEME_SECRET when that is right, even though the file differs", async () => {
      await use(SECRETS[0]);
      await writeFile(join(data, "secret"), SECRETS[1]);
      expect(await use(SECRETS[0])).to.deep.equal([]);
    });

    it("is ambiguous when MNEME_SECRET and file differ and the store does not exist yet", async () => {
      await mkdir(data);
      await writeFile(join(data, "secret"), SECRETS[1]);
      expect(await refusal(SECRETS[0])).to.equal(
        `MNEME_SECRET and ${data}/secret differ: remove the one that the data was not written with`,
      );
    });

    it("of an older data directory is the first one that it is opened with", async () => {
      const store = await openSqliteStore({ directory: folder.path });
      await store.users.insertOrGet(aUser({ id: "ada" }));
      await store.close();
      data = folder.path;
      expect(await refusal()).to.match(/^The secret of the data in .* is missing: /);
      expect(await use(SECRETS[0])).to.deep.equal(["ada"]);
      expect(await refusal(SECRETS[1])).to.match(/^MNEME_SECRET is not the secret /);
    });

    it("is not checked for an in-memory store", async () => {
      for (const secret of SECRETS) expect(await use(secret, { MNEME_STORE: "memory" })).to.deep.equal([]);
      expect(await readdir(folder.path)).to.deep.equal([]);
      await use(undefined, { MNEME_STORE: "memory" });
      expect(await readdir(data)).to.deep.equal(["secret"]);
    });

    it("is generated once by processes that start concurrently", async () => {
      const programs = await Promise.all(Array.from({ length: 8 }, () => open()));
      const [first, ...others] = programs;
      const token = await first?.issueToken?.({ userId: "ada", lifetimeSeconds: 60 });
      for (const each of others) {
        const attempt = { credential: token, acceptedKinds: ["token"] as const, address: "192.0.2.1" };
        expect((await each.application.access.authenticate(attempt)).userId).to.equal("ada");
      }
      await Promise.all(programs.map((each) => each.close()));
    });
  });

  describe("fails in one line with the setting and the directory for", () => {
    const cases: [what: string, prepare: () => Promise<string>, reason: RegExp][] = [
      ["one in /proc", () => Promise.resolve("/proc/x"), /it cannot be created$/],
      ["one deep in /proc", () => Promise.resolve("/proc/x/y/z"), /it cannot be created$/],
      ["a file", async () => (await writeFile(data, ""), data), /it is not a directory$/],
      ["a path through a file", async () => (await writeFile(data, ""), join(data, "a", "b")), /not a directory$/],
      ["a dangling link", async () => (await symlink("nowhere", data), data), /a symbolic link to a missing target$/],
      [
        "a path through a dangling link",
        async () => (await symlink("nowhere", data), join(data, "a")),
        /a symbolic link to a missing target$/,
      ],
      ["a link to itself", async () => (await symlink("data", data), data), /symbolic link/],
      ["too long a name", () => Promise.resolve(join(folder.path, "x".repeat(300))), /its name is too long$/],
    ];
    for (const [what, prepare, reason] of cases) {
      it(what, async () => {
        data = await prepare();
        const message = await refusal();
        expect(message.startsWith(`MNEME_DATA_DIR: the directory ${data} cannot be used: `), message).to.equal(true);
        expect(message).to.match(reason).and.not.to.include("\n");
      });
    }

    it("a truncated database", async () => {
      await use();
      await truncate(join(data, "mneme.db"), 0);
      expect(await refusal()).to.match(
        /^Cannot open the store .*mneme\.db: the file is truncated to 0 bytes: [^\n]* \(MNEME_DATA_DIR is [^\n]+\)$/,
      );
    });

    const issueToken = async (directory: string, options: { readonly uid?: number } = {}): Promise<unknown> =>
      promisify(execFile)(process.execPath, ["dist/src/main.js", "token", "--user", "ada"], {
        env: { ...process.env, MNEME_DATA_DIR: directory },
        ...options,
      }).catch((error: unknown) => error);

    it("a directory without permissions for the current user", async () => {
      await chmod(folder.path, 0o755);
      await mkdir(data);
      await chmod(data, 0o500);
      // To the superuser nothing is forbidden.
      const failed = await issueToken(data, process.getuid?.() === 0 ? { uid: 65_534 } : {});
      expect(failed).to.deep.include({
        code: 1,
        stderr: `mneme: MNEME_DATA_DIR: the directory ${data} cannot be used: the current user has no read and write permission\n`,
      });
    });

    it("a directory that cannot be created, in the CLI without hanging", async () => {
      expect(await issueToken("/proc/x")).to.deep.include({
        code: 1,
        stderr: "mneme: MNEME_DATA_DIR: the directory /proc/x cannot be used: it cannot be created\n",
      });
    });

    it("a directory on a full disk", async function () {
      skipWhen(SmallDisk.findAbsence(), this);
      await SmallDisk.mountTemporarily(64 * 4096, async (disk) => {
        disk.fill();
        data = disk.directory;
        expect(await refusal()).to.match(
          /mneme\.db: [^\n]*(its disk is full|no space left)[^\n]* \(MNEME_DATA_DIR is [^\n]+\)$/,
        );
      });
    });

    it("a directory on a read-only file system", async function () {
      skipWhen(SmallDisk.findAbsence(), this);
      await SmallDisk.mountTemporarily(64 * 4096, async (disk) => {
        data = disk.directory;
        disk.makeReadOnly();
        expect(await refusal()).to.match(/: its file system is read-only$/);
      });
    });
  });

  describe("a directory with permissions for others", () => {
    const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

    it("loses these permissions, as do the files of mneme in it", async () => {
      await use();
      await chmod(data, 0o755);
      for (const name of await readdir(data)) await chmod(join(data, name), 0o644);
      await use();
      expect(await modeOf(data)).to.equal("700");
      for (const name of await readdir(data)) expect(await modeOf(join(data, name)), name).to.equal("600");
    });

    it("loses these permissions even when it contains files of a restore", async () => {
      await use();
      await mkdir(join(data, "before-restore-2026-03-02T10-00-00.123Z"));
      await chmod(data, 0o755);
      await use();
      expect(await modeOf(data)).to.equal("700");
      await writeFile(join(data, "restoring"), "");
      await chmod(data, 0o755);
      expect(await refusal()).to.include("run `mneme restore` again");
      expect(await modeOf(data)).to.equal("700");
    });

    it("loses these permissions when it is empty", async () => {
      await mkdir(data, { mode: 0o755 });
      await use();
      expect(await modeOf(data)).to.equal("700");
    });

    it("keeps its permissions, with a warning, when it contains other files", async () => {
      await mkdir(data);
      await chmod(data, 0o755);
      await writeFile(join(data, "letter.txt"), "Dear Ada");
      await chmod(join(data, "letter.txt"), 0o644);
      const service = await startService({ MNEME_DATA_DIR: data });
      try {
        expect(await modeOf(data)).to.equal("755");
        expect(await modeOf(join(data, "letter.txt"))).to.equal("644");
        expect(await modeOf(join(data, "secret"))).to.equal("600");
        expect(service.loggedProblems.join("\n")).to.include(
          '"mode":"755","event":"data_directory.open_permissions_found"',
        );
      } finally {
        await service.close();
      }
    });
  });
});

describe("a service whose database is damaged at run time", () => {
  it("returns 503, reports that it is not ready and logs the reason once", async () => {
    const folder = await createTemporaryDirectory();
    const store = await openSqliteStore({ directory: folder.path });
    for (let user = 0; user < 2_000; user += 1) {
      await store.users.insertOrGet(aUser({ id: `user-${user}`, displayName: "x".repeat(200) }));
    }
    await store.close();
    const file = join(folder.path, "mneme.db");
    const environment = { MNEME_DATA_DIR: folder.path, MNEME_SECRET: SECRETS[0] };
    await (await startService(environment)).close();
    const service = await startService(environment);
    try {
      expect((await service.clientFor().get("/readyz")).status).to.equal(200);
      const clients = await Promise.all([7, 707, 1707].map((user) => service.clientWithToken(`user-${user}`)));
      const bytes = await readFile(file);
      await writeFile(file, bytes.fill(0xab, 64 * 4096), { flag: "r+" });
      for (const client of clients) expect((await client.get("/v1/dev/user/profile")).status).to.equal(503);
      const ready = await service.clientFor().get("/readyz");
      expect(ready.status).to.equal(503);
      expect((ready.body as { detail: string }).detail).to.match(/its file is damaged/);
      const told = service.loggedProblems.filter((line) => line.includes("store.failed"));
      expect(told).to.have.length(1);
      expect(JSON.parse(told[0] ?? "")).to.include({ level: "error", reason: "store_damaged" });
    } finally {
      await service.close();
      await folder.remove();
    }
  });
});
